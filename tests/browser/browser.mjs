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
    // One renderer for all pages: to start another takes as long as to open a page.
    args: [...(root ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu', '--renderer-process-limit=1'],
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

// Scrolls from plot to plot, as a reader does, until each is drawn or has said why not. The
// page scrolls itself: asking for each plot from here takes more time than drawing it.
export async function drawAll(page) {
  await page.waitForFunction(() => {
    const next = document.querySelector('figure.plot:not([data-state])');
    next?.scrollIntoView({ behavior: 'instant' });
    return !next;
  });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

// Gives the window another width and waits until every plot whose room it changes is drawn anew.
export async function resize(page, width) {
  const drawn = 'figure[data-state="drawn"] .picture';
  await page.$$eval(drawn, (pictures) => pictures.forEach((picture) => {
    picture.earlier = { room: picture.clientWidth, drawing: picture.firstChild };
  }));
  await page.setViewportSize({ ...page.viewportSize(), width });
  await page.waitForFunction(([wanted, selector]) => innerWidth === wanted && [...document.querySelectorAll(selector)]
    .every(({ earlier, clientWidth, firstChild }) => clientWidth === earlier.room || firstChild !== earlier.drawing),
  [width, drawn]);
}

// The pages on which a file is held to statements: opening and drawing one takes longer than
// most statements, so those that can share it do.
export class Pages {
  #shared = new Map();

  constructor(browser, file) {
    this.browser = browser;
    this.file = file;
  }

  // A page for one statement alone.
  open(options) {
    return open(this.browser, this.file, options);
  }

  // A page with every plot drawn, the same for all statements: they leave it as they found it.
  // It has no network, as it must not need one.
  async drawn(scheme = 'light') {
    if (!this.#shared.has(scheme)) {
      const opened = await this.open({ scheme, offline: true });
      await drawAll(opened.page);
      this.#shared.set(scheme, opened);
    }
    return this.#shared.get(scheme);
  }

  // After a statement that holds.
  async closeOwn() {
    const shared = [...this.#shared.values()].map(({ context }) => context);
    const own = this.browser.contexts().filter((context) => !shared.includes(context));
    await Promise.all(own.map((context) => context.close()));
  }

  // After a statement that fails: it may have left the shared pages in any state.
  async closeAll() {
    this.#shared.clear();
    await this.closeOwn();
  }
}
