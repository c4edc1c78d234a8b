// Pictures of a whole page, wide and narrow, light and dark, and as it is printed.
// usage: PERCEPTRON_WEB=build-test/web node shoot.mjs FILE.html FOLDER
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { drawAll, launch, open } from './browser.mjs';

const [file, folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: PERCEPTRON_WEB=build-test/web node shoot.mjs FILE.html FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const stem = join(folder, basename(file, '.html'));
const browser = await launch();
for (const width of [1280, 390]) {
  for (const scheme of ['light', 'dark']) {
    const { page, context } = await open(browser, file, { width, scheme });
    await drawAll(page);
    await page.screenshot({ path: `${stem}-${width}-${scheme}.png`, fullPage: true });
    console.log(`${stem}-${width}-${scheme}.png`);
    if (width === 1280 && scheme === 'dark') {
      await page.pdf({ path: `${stem}.pdf`, format: 'A4', preferCSSPageSize: true });
      console.log(`${stem}.pdf`);
    }
    await context.close();
  }
}
await browser.close();
