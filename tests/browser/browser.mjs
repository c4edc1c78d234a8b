// Opens pages in Debian's Chromium. What a page does wrong is kept: messages,
// errors, requests and dialogs.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Where CMake has put node_modules.
const modules = process.env.PERCEPTRON_WEB ?? '.';

export function chromiumPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const paths = [process.env.CHROMIUM, ...folders.flatMap((folder) => names.map((name) => join(folder, name)))];
  return paths.find((path) => path && existsSync(path));
}

export async function launch() {
  const { chromium } = createRequire(join(resolve(modules), 'package.json'))('playwright-core');
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...(root ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'],
  });
}

// `options`: width, height, scheme (light or dark), and what Playwright takes.
export async function open(browser, file, options = {}) {
  const { width = 1280, height = 900, scheme = 'light', ...rest } = options;
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: scheme, acceptDownloads: true, ...rest,
  });
  const page = await context.newPage();
  const address = pathToFileURL(resolve(file)).href;
  const wrongs = [];
  page.on('console', (message) => {
    if (message.type() === 'error') wrongs.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (url !== address && !/^(data|blob):/.test(url)) wrongs.push(`request: ${url}`);
  });
  page.on('dialog', (dialog) => { wrongs.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(address);
  return { page, context, wrongs };
}

// Scrolls past every plot and waits until each is drawn or has said why not.
export async function drawAll(page) {
  for (const figure of await page.locator('figure.plot').all()) {
    await figure.scrollIntoViewIfNeeded();
    await page.waitForFunction((node) => node.dataset.state, await figure.elementHandle());
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}
