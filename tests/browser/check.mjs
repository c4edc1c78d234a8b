// Holds a page to one statement, or to all.
// usage: PERCEPTRON_WEB=build-test/web node check.mjs FILE.html [STATEMENT…]
import { chromiumPath, launch, Pages } from './browser.mjs';
import * as checks from './checks.mjs';

const [file, ...names] = process.argv.slice(2);
const unknown = names.filter((name) => !checks[name]);
if (!file || unknown.length > 0) {
  console.error(`usage: check.mjs FILE.html [STATEMENT…], of ${Object.keys(checks).join(', ')}`);
  process.exit(2);
}
if (!chromiumPath()) {
  console.log('skipped: there is no Chromium; scripts/setup test installs it');
  process.exit(77);
}
const browser = await launch();
const pages = new Pages(browser, file);
let failures = 0;
for (const name of names.length > 0 ? names : Object.keys(checks)) {
  try {
    await checks[name](pages);
    console.log(`holds: ${name}`);
    await pages.closeOwn();
  } catch (error) {
    ++failures;
    console.log(`FAILS: ${name}\n${error.stack}`);
    await pages.closeAll();
  }
}
await browser.close();
process.exit(failures > 0 ? 1 : 0);
