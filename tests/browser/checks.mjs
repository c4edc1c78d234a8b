// What must hold of every page, one function a statement. Each takes the pages of a file and
// throws where the statement does not hold. A page of pages.drawn() is shared: a statement that
// changes it changes it back.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawAll, open, resize } from './browser.mjs';

const schemes = ['light', 'dark'];

// A copy of the page with something changed in it.
async function withCopy(file, change, act) {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  try {
    const copy = join(folder, 'copy.html');
    writeFileSync(copy, change(readFileSync(file, 'utf8')));
    await act(copy);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function DrawsEveryPlot(pages) {
  for (const scheme of schemes) {
    const { page, wrongs } = await pages.drawn(scheme);
    const plots = await page.$$eval('figure.plot', (figures) => figures.map((figure) => ({
      name: figure.dataset.name,
      state: figure.dataset.state,
      text: figure.querySelector('.picture').textContent,
      marks: figure.querySelectorAll('.picture svg [class*="role-mark"] :is(path, text, rect, line)').length,
    })));
    assert.ok(plots.length > 0, 'there is no plot');
    for (const { name, state, marks, text } of plots) {
      assert.equal(state, 'drawn', `${name}: ${text}`);
      assert.ok(marks > 0, `${name} has no marks`);
    }
    assert.deepEqual(wrongs, []);
  }
}

export async function AsksNothingOfTheNetwork(pages) {
  const { wrongs } = await pages.drawn();
  assert.deepEqual(wrongs, []);
  // Not even if something in it tried.
  const { page } = await pages.open({ offline: true });
  const refused = await page.evaluate(() => fetch('https://example.org/').then(() => false, () => true));
  assert.ok(refused);
  const evaluated = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    return window.ran === true;
  });
  assert.ok(!evaluated, 'a script that is not ours ran');
}

export async function FitsEveryWidth(pages) {
  const { page } = await pages.drawn();
  // As it was opened, then as the window changes, both ways, until it is as wide as it was.
  for (const width of [1280, 1920, 360, 320, 768, 1280]) {
    await resize(page, width);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
    const stuck = await page.$$eval('figure[data-state="drawn"]', (figures) => figures.filter((figure) => {
      const { tabIndex, scrollWidth, clientWidth } = figure.querySelector('.picture');
      return tabIndex !== 0 && scrollWidth > clientWidth;
    }).map(({ dataset }) => dataset.name));
    assert.deepEqual(stuck, [], `wider than their room at ${width}, and no keyboard scrolls them`);
  }
}

// The colour of the page, and whether every plot that is drawn has it too.
const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const waitForPaper = (page, colour) => page.waitForFunction((wanted) => {
  const pictures = [...document.querySelectorAll('figure[data-state="drawn"] .picture svg')];
  const colours = [document.body, ...pictures].map((node) => getComputedStyle(node).backgroundColor);
  return pictures.length > 0 && colours.every((found) => found === wanted);
}, colour);

export async function FollowsTheTheme(pages) {
  const { page, wrongs } = await pages.drawn();
  const choose = (name) => page.locator('.themes').getByRole('button', { name, exact: true }).click();
  const light = await paper(page);
  await waitForPaper(page, light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, light);
  const dark = await paper(page);
  await waitForPaper(page, dark);
  await choose('light');
  await waitForPaper(page, light);
  await choose('auto');
  await waitForPaper(page, dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await waitForPaper(page, light);
  await choose('dark');
  await waitForPaper(page, dark);
  await choose('auto');
  await waitForPaper(page, light);
  assert.deepEqual(wrongs, []);
}

export async function MovesBySteps(pages) {
  const { page, wrongs } = await pages.open();
  // Time stands still unless the statement lets it pass.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  for (const figure of await page.locator('figure.stepper').all()) {
    await figure.scrollIntoViewIfNeeded();
    await page.waitForFunction((node) => node.dataset.state, await figure.elementHandle());
    const slider = figure.getByRole('slider');
    const picture = () => figure.locator('.picture svg').innerHTML();
    const sentence = () => figure.locator('.sentence').textContent();
    const changed = async (before) => {
      const handle = await figure.elementHandle();
      await page.waitForFunction(([node, old]) => node.querySelector('.picture svg').innerHTML !== old, [handle, before]);
    };
    const sentences = await figure.locator('.steps li').allTextContents();
    const last = sentences.length - 1;
    const start = await picture();
    assert.equal(await sentence(), sentences[0]);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await changed(start);
    assert.equal(await slider.inputValue(), '1');
    assert.equal(await sentence(), sentences[1]);
    await page.keyboard.press('End');
    assert.equal(await slider.inputValue(), String(last));
    assert.equal(await sentence(), sentences[last]);
    assert.ok(await figure.getByRole('button', { name: 'Next step' }).isDisabled());
    const end = await picture();
    await figure.getByRole('button', { name: 'Step back' }).click();
    assert.equal(await slider.inputValue(), String(last - 1));
    await figure.getByRole('button', { name: 'First step' }).click();
    assert.equal(await slider.inputValue(), '0');
    await changed(end);
    await figure.getByRole('button', { name: 'Play' }).click();
    // No pace is slower than 900 milliseconds a step.
    await page.clock.runFor(1800);
    assert.ok(Number(await slider.inputValue()) > 1);
    await figure.getByRole('button', { name: 'Pause' }).click();
    const stopped = await slider.inputValue();
    await page.clock.runFor(1800);
    assert.equal(await slider.inputValue(), stopped);
  }
  assert.deepEqual(wrongs, []);
}

export async function SavesPlotsAsSvgAndPng(pages) {
  const { page, wrongs } = await pages.drawn();
  const figures = await page.locator('figure.plot').all();
  // Chromium allows a page ten downloads in a row; of more plots some are tried.
  const tried = Math.min(5, figures.length);
  for (let k = 0; k < tried; ++k) {
    const figure = figures[Math.floor((k * figures.length) / tried)];
    for (const [kind, begins] of [['svg', Buffer.from('<svg')], ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47])]]) {
      // By keyboard, as a mouse is not for everyone.
      await figure.locator('.save > summary').press('Enter');
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 10000 }),
        figure.getByRole('button', { name: `as ${kind.toUpperCase()}` }).press('Enter'),
      ]);
      assert.match(download.suggestedFilename(), new RegExp(`^[^<>"/\\\\]+\\.${kind}$`));
      const bytes = readFileSync(await download.path());
      assert.ok(bytes.length > 1000, `${download.suggestedFilename()} has ${bytes.length} bytes`);
      assert.deepEqual(bytes.subarray(0, begins.length), begins);
      if (kind !== 'svg') continue;
      const wrong = await page.evaluate((text) =>
        new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent, bytes.toString('utf8'));
      assert.equal(wrong, undefined);
    }
  }
  assert.deepEqual(wrongs, []);
}

// The names of the demo page stand there to be read; in all pages the one script
// that can run is ours.
export async function ObeysNoName(pages) {
  const { page, wrongs } = await pages.drawn();
  const found = await page.evaluate(() => ({
    scripts: [...document.scripts].filter((script) => script.type !== 'application/json').length,
    handlers: [...document.querySelectorAll('*')].flatMap((node) =>
      [...node.attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => `${node.tagName} ${name}`)),
    images: document.querySelectorAll('img, iframe, object, embed, link:not([rel="icon"])').length,
    title: document.title,
    text: document.body.textContent,
  }));
  assert.equal(found.scripts, 1);
  assert.deepEqual(found.handlers, []);
  assert.equal(found.images, 0);
  assert.notEqual(found.title, 'owned');
  if (found.text.includes('Hostile names')) {
    for (const name of ['<script>alert(1)</script>', "</script><script>document.title='owned'</script>", '<!--<script>',
      ']]>', '"quoted" & \'quoted\'', '<img src=x onerror=alert(2)>', '🌱 setosa 👩‍🔬', 'مرحبا بالعالم', '@ink',
      'control\\x01 and stray \\xff', '{{7*7}} ${alert(3)}']) {
      assert.ok(found.text.includes(name), name);
    }
    const labels = await page.locator('figure.plot svg text').allTextContents();
    assert.ok(labels.some((label) => label.includes('<script>')));
    // In tooltips too.
    const cells = page.locator('figure.plot', { hasText: '{{7*7}}' }).locator('svg .mark-rect path');
    await cells.first().hover({ force: true });
    const tip = page.locator('#vg-tooltip-element.visible');
    await tip.waitFor();
    assert.ok((await tip.textContent()).includes('<script>'));
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: 'hidden' });
  }
  assert.deepEqual(wrongs, []);
}

export async function NamesWhatItHas(pages) {
  const { page } = await pages.drawn();
  const levels = await page.$$eval('h1, h2, h3, h4', (nodes) => nodes.map((node) => Number(node.tagName[1])));
  assert.equal(levels.filter((level) => level === 1).length, 1);
  levels.reduce((before, level) => {
    assert.ok(level <= before + 1, `h${level} behind h${before}`);
    return level;
  }, 0);
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  const problems = await page.evaluate(() => {
    const out = [];
    const named = (node) => node.getAttribute('aria-label')?.trim() ||
      document.getElementById(node.getAttribute('aria-labelledby'))?.textContent.trim();
    for (const figure of document.querySelectorAll('figure, .picture, nav')) {
      if (!named(figure)) out.push(`${figure.tagName} ${figure.id} has no name`);
    }
    for (const control of document.querySelectorAll('button, summary, input')) {
      if (!named(control) && !control.textContent.trim()) out.push(`${control.outerHTML} has no name`);
    }
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    if (new Set(ids).size !== ids.length) out.push('an id is there twice');
    for (const link of document.querySelectorAll('a[href^="#"]')) {
      if (!document.getElementById(link.hash.slice(1))) out.push(`${link.hash} leads nowhere`);
    }
    return out;
  });
  assert.deepEqual(problems, []);
}

// WCAG's contrast of every text with what is behind it, and of categories with the
// paper.
export async function CanBeReadByAll(pages) {
  for (const scheme of schemes) {
    const { page } = await pages.drawn(scheme);
    const low = await page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const over = (colour, below) => {
        canvas.fillStyle = `rgb(${below.join(' ')})`;
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      const luminance = (rgb) => rgb.map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      const contrast = (a, b) => {
        const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
      };
      const behind = (node) => {
        const chain = [];
        for (let at = node; at; at = at.parentElement) chain.unshift(getComputedStyle(at).backgroundColor);
        return chain.reduce((below, colour) => over(colour, below), [255, 255, 255]);
      };
      const closed = [...document.querySelectorAll('details:not([open])')];
      closed.forEach((one) => { one.open = true; });
      const out = [];
      const judge = (text, colour, below, least = 4.5) => {
        const ratio = contrast(over(colour, below), below);
        if (ratio < least) out.push(`${text.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest('svg, script, style, noscript, :disabled')) continue;
        if (parent.getClientRects().length === 0) continue;
        judge(node.data, getComputedStyle(parent).color, behind(parent));
      }
      for (const text of document.querySelectorAll('.picture svg text')) {
        if (!text.textContent.trim()) continue;
        const box = text.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const cells = [...text.ownerSVGElement.querySelectorAll('.mark-rect path')].filter((cell) => {
          if (!cell.closest('[class*="role-mark"]')) return false;
          const area = cell.getBoundingClientRect();
          return area.left <= x && x <= area.right && area.top <= y && y <= area.bottom;
        });
        const page = behind(text.ownerSVGElement.parentElement);
        const below = cells.length > 0 ? over(getComputedStyle(cells.at(-1)).fill, page) : page;
        judge(`${text.textContent} in a plot`, getComputedStyle(text).fill, below);
      }
      const style = getComputedStyle(document.documentElement);
      for (let i = 1; i <= 8; ++i) judge(`colour ${i}`, style.getPropertyValue(`--c${i}`), behind(document.body), 3);
      closed.forEach((one) => { one.open = false; });
      return out;
    });
    assert.deepEqual(low, [], scheme);
  }
}

export async function IsCompleteWithoutScript(pages) {
  const { page } = await pages.open({ javaScriptEnabled: false });
  assert.match(await page.innerText('header'), /The plots need JavaScript/);
  assert.equal(await page.locator('button, input').count(), 0);
  for (const table of await page.locator('section > .table').all()) assert.ok(await table.isVisible());
  for (const figure of await page.locator('figure.plot').all()) {
    const alt = await figure.locator('.picture').getAttribute('aria-label');
    assert.ok(alt && (await figure.locator('.picture').innerText()).includes(alt.slice(0, 20)), alt);
  }
}

export async function PrintsLightAndWhole(pages) {
  const { page, wrongs } = await pages.open({ scheme: 'dark', height: 300 });
  const dark = await paper(page);
  // What goes to the printer: nobody waits for a plot once the page has been told.
  await page.evaluate(() => addEventListener('beforeprint', () => {
    const pictures = document.querySelectorAll('figure.plot .picture svg');
    const colours = [document.body, ...pictures].map((node) => getComputedStyle(node).backgroundColor);
    const states = [...document.querySelectorAll('figure.plot')].map(({ dataset }) => dataset.state);
    window.printed = { colours: [...new Set(colours)], states: [...new Set(states)] };
  }));
  assert.ok((await page.pdf({ preferCSSPageSize: true })).length > 20000);
  const { colours, states } = await page.evaluate(() => window.printed);
  assert.deepEqual(states, ['drawn']);
  assert.equal(colours.length, 1, `plots and paper are ${colours.join(' and ')}`);
  assert.notEqual(colours[0], dark);
  await waitForPaper(page, dark);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('button:visible, .save:visible, input:visible').count(), 0);
  assert.deepEqual(wrongs, []);
}

export async function SaysWhichPlotIsWrongAndWhy(pages) {
  const broken = [
    (html) => html.replace(/<script type="application\/json">\{/, '$&"mark":"no such mark","encoding":{},"layer":0,"x":{'),
    (html) => html.replace(/<script type="application\/json">/, '$&not JSON'),
    (html) => html.replace(/<script type="application\/json">[^<]*/, '<script type="application/json">{"data":{"values":[]},"mark":"no such mark"}'),
    (html) => html.replace(/<script type="application\/json">[^<]*/, '<script type="application/json">{"data":{"values":[{}]},"transform":[{"calculate":"1 +","as":"a"}],"mark":"bar"}'),
  ];
  // The first plot, wrong in every way, before all plots as they are.
  const change = (html) => html.replace(/<figure class="plot[^]*?<\/figure>/, (figure) =>
    [...broken.map((breaking) => breaking(figure)), figure].join('\n'));
  await withCopy(pages.file, change, async (copy) => {
    const { page, wrongs } = await open(pages.browser, copy);
    await drawAll(page);
    const plots = await page.$$eval('figure.plot', (figures) =>
      figures.map(({ dataset, innerText }) => ({ state: dataset.state, text: innerText })));
    assert.ok(plots.length > broken.length);
    plots.forEach(({ state, text }, i) => {
      assert.equal(state, i < broken.length ? 'failed' : 'drawn', text);
      if (i < broken.length) assert.match(text, /This plot could not be drawn: \S/);
    });
    assert.deepEqual(wrongs, []);
  });
}
