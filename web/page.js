// Draws the plots of a page and adds the controls that need a script: theme, steps, saving,
// copying. Text and tables work without it.
import { expressionInterpreter } from 'vega-interpreter';
import { compile } from 'vega-lite';
import { parse, View } from 'vega';
import { Handler } from 'vega-tooltip';
import { config, dressed, fitted, reserved } from './theme.js';

const root = document.documentElement;
const tooltip = new Handler({ disableDefaultStyle: true }).call;

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

// ---- Plots ----

class Plot {
  constructor(figure) {
    this.figure = figure;
    this.picture = figure.querySelector('.picture');
    this.name = figure.dataset.name || figure.id;
    this.step = 0;
    this.turn = 0;
    try {
      this.spec = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
      this.picture.style.minHeight = `${reserved(this.spec, this.picture.clientWidth)}px`;
    } catch (error) {
      this.fail(error);
    }
  }

  // Sizes in pixels; by default those of the page. Awaits nothing but the view, so that a page is
  // complete when it is printed.
  async draw(width = this.picture.clientWidth, highest = undefined) {
    if (!this.spec || width < 1) return;
    const turn = ++this.turn;
    this.width = width;
    const failures = [];
    const logger = {
      level() { return this; },
      error(...words) { failures.push(words.map((word) => word?.message ?? word).join(' ')); return this; },
      warn() { return this; },
      info() { return this; },
      debug() { return this; },
    };
    let view;
    try {
      const { spec, proportion } = fitted(dressed(this.spec), width, highest);
      const vega = compile(spec, { config: config(spec, width), logger }).spec;
      view = new View(parse(vega, undefined, { ast: true }), {
        expr: expressionInterpreter, logger, renderer: 'svg', tooltip,
      });
      const host = element('div');
      view.initialize(host);
      if (this.figure.matches('.stepper')) view.signal('step', this.step);
      await view.runAsync();
      // The space for the axes is known only now; the proportions are those of the drawing
      // without them.
      if (proportion) await view.height(proportion(view.width())).runAsync();
      if (failures.length > 0) throw new Error(failures[0]);
      if (turn !== this.turn) return view.finalize();
      this.view?.finalize();
      this.view = view;
      this.picture.replaceChildren(host);
      this.picture.style.minHeight = '';
      // A scrolling plot must be reachable without a mouse.
      this.picture.toggleAttribute('tabindex', false);
      if (this.picture.scrollWidth > this.picture.clientWidth) this.picture.tabIndex = 0;
      this.figure.dataset.state = 'drawn';
    } catch (error) {
      view?.finalize();
      if (turn === this.turn) this.fail(error);
    }
  }

  fail(error) {
    this.figure.dataset.state = 'failed';
    this.picture.style.minHeight = '';
    this.picture.removeAttribute('role');
    this.picture.replaceChildren(element('p', { class: 'failure' },
      `This plot could not be drawn: ${error.message}. ${this.picture.getAttribute('aria-label')}`));
  }

  // The view may already show another step.
  async moveTo(step) {
    this.step = step;
    try {
      await this.view?.signal('step', step).runAsync();
    } catch (error) {
      this.fail(error);
    }
  }

  async file(kind) {
    if (!this.view) await this.draw();
    if (kind === 'png') {
      const canvas = await this.view.toCanvas(2);
      return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    }
    // XML does not allow control characters.
    const text = (await this.view.toSVG()).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
    return new Blob([text], { type: 'image/svg+xml' });
  }

  async save(kind) {
    const address = URL.createObjectURL(await this.file(kind));
    const stem = this.name.normalize().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
    element('a', { href: address, download: `${stem || 'plot'}.${kind}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}

function addSaveMenu(plot) {
  const close = () => { menu.firstChild.focus(); menu.open = false; };
  const choice = (kind) => element('button', {
    type: 'button',
    onclick: () => { close(); plot.save(kind).catch((error) => plot.fail(error)); },
  }, `as ${kind.toUpperCase()}`);
  const menu = element('details', {
    class: 'save',
    onkeydown: (event) => { if (event.key === 'Escape') close(); },
    onfocusout: (event) => { if (!menu.contains(event.relatedTarget)) menu.open = false; },
  }, element('summary', { 'aria-label': `Save the plot ${plot.name}` }, 'Save'),
  element('div', {}, choice('svg'), choice('png')));
  plot.picture.after(menu);
}

// ---- Steps ----

function addSteps(plot) {
  const list = plot.figure.querySelector('.steps');
  const sentences = [...list.querySelectorAll('li')].map((item) => item.textContent);
  const last = sentences.length - 1;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const pace = calm ? 1500 : Math.min(900, Math.max(80, 20000 / sentences.length));
  let timer;

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = 'Play';
    sentence.setAttribute('aria-live', 'polite');
  };
  const show = (step) => {
    const at = Math.min(last, Math.max(0, step));
    slider.value = at;
    slider.setAttribute('aria-valuetext', `Step ${at} of ${last}`);
    slider.style.setProperty('--done', last > 0 ? at / last : 1);
    place.textContent = `${at} / ${last}`;
    sentence.textContent = sentences[at];
    first.disabled = back.disabled = at === 0;
    next.disabled = at === last;
    if (at === last) stop();
    return plot.moveTo(at);
  };
  const button = (label, name, act) =>
    element('button', { type: 'button', 'aria-label': name, onclick: act }, label);
  const go = (step) => () => { stop(); show(step()); };
  const first = button('⇤', 'First step', go(() => 0));
  const back = button('←', 'Step back', go(() => plot.step - 1));
  const next = button('→', 'Next step', go(() => plot.step + 1));
  const play = element('button', {
    type: 'button',
    class: 'play',
    onclick: () => {
      if (timer) return stop();
      if (plot.step === last) show(0);
      play.textContent = 'Pause';
      // A screen reader could not keep up.
      sentence.setAttribute('aria-live', 'off');
      timer = setInterval(() => show(plot.step + 1), pace);
    },
  }, 'Play');
  const slider = element('input', {
    type: 'range', min: 0, max: last, step: 1, value: 0, 'aria-label': 'Step',
    oninput: () => { stop(); show(Number(slider.value)); },
  });
  const place = element('output');
  const sentence = element('p', { class: 'sentence', 'aria-live': 'polite' });
  plot.picture.after(
    element('div', { class: 'controls', role: 'group', 'aria-label': 'Steps' },
      first, back, play, next, slider, place),
    sentence);
  show(0);
}

// ---- The page ----

const plots = [...document.querySelectorAll('figure.plot')].map((figure) => new Plot(figure));
const redraw = () => plots.filter((plot) => plot.view).forEach((plot) => plot.draw());

for (const plot of plots) {
  addSaveMenu(plot);
  if (plot.figure.matches('.stepper')) addSteps(plot);
}

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    const plot = plots.find((one) => one.picture === target);
    if (!plot.view) plot.draw();
  }
}, { rootMargin: '100% 0px' });
plots.forEach((plot) => near.observe(plot.picture));

let resizing;
addEventListener('resize', () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    plots.filter((plot) => plot.view && plot.picture.clientWidth !== plot.width).forEach((plot) => plot.draw());
  }, 120);
});

// Print is light, has the width of the paper, and no viewport that triggers drawing.
const kPaper = { width: 660, highest: 340 };
let before;
addEventListener('beforeprint', () => {
  before = root.dataset.theme;
  root.dataset.theme = 'light';
  plots.forEach((plot) => plot.draw(kPaper.width, kPaper.highest));
});
addEventListener('afterprint', () => {
  if (before) root.dataset.theme = before;
  else delete root.dataset.theme;
  redraw();
});

function addThemes() {
  const themes = ['auto', 'light', 'dark'];
  const buttons = themes.map((theme) => element('button', {
    type: 'button',
    'aria-pressed': theme === 'auto',
    onclick: () => {
      if (theme === 'auto') delete root.dataset.theme;
      else root.dataset.theme = theme;
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', themes[i] === theme));
      redraw();
    },
  }, theme));
  document.querySelector('header').prepend(
    element('div', { class: 'themes', role: 'group', 'aria-label': 'Theme' }, ...buttons));
}
addThemes();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

for (const code of document.querySelectorAll('.code')) {
  const button = element('button', {
    type: 'button',
    onclick: async () => {
      const range = document.createRange();
      range.selectNodeContents(code.querySelector('code'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      // A page from disk may not be allowed to use the clipboard API; the old command still works.
      try {
        await navigator.clipboard.writeText(range.toString());
      } catch {
        document.execCommand('copy');
      }
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    },
  }, 'Copy');
  code.append(button);
}
