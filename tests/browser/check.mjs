// Holds a page to one statement, or to all.
// usage: PERCEPTRON_WEB=build-test/web node check.mjs FILE.html [STATEMENT…]
import { chromiumPath, launch } from './browser.mjs';
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
let failures = 0;
for (const name of names.length > 0 ? names : Object.keys(checks)) {
  try {
    await checks[name](browser, file);
    console.log(`holds: ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILS: ${name}\n${error.stack}`);
  }
  await Promise.all(browser.contexts().map((context) => context.close()));
}
await browser.close();
process.exit(failures > 0 ? 1 : 0);
