// Adapts a Vega-Lite spec to the page: colours, fonts and size.

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

const kLongestLabel = 120;
const kHighest = 560;

const composed = ['concat', 'hconcat', 'vconcat', 'facet', 'repeat'];

// Reads the custom properties of the style sheet, so that colours are defined once.
function colours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

const series = (colour, stem, count) => Array.from({ length: count }, (_, i) => colour(`${stem}${i + 1}`));

// Replaces "@ink" in a spec by the theme's ink colour; data is not changed.
export function dressed(spec) {
  const colour = colours();
  const dress = (value) => {
    if (typeof value === 'string' && value.startsWith('@')) return colour(value.slice(1)) || value;
    if (Array.isArray(value)) return value.map(dress);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) =>
      [name, name === 'data' || name === 'datasets' ? item : dress(item)]));
  };
  return dress(spec);
}

const units = (spec) => [spec, ...(spec.layer ?? []).flatMap(units)];

const discrete = (spec, channel) => units(spec).some(({ encoding }) => {
  const { type, bin } = encoding?.[channel] ?? {};
  return (type === 'nominal' || type === 'ordinal') && !bin;
});

// The labels of an axis, if they are names.
function names(spec, channel) {
  const field = units(spec).filter((unit) => discrete({ encoding: unit.encoding }, channel))
    .map(({ encoding }) => encoding[channel].field).find(Boolean);
  const values = units(spec).map(({ data }) => data?.values).find(Array.isArray);
  return field && values ? [...new Set(values.map((row) => String(row?.[field])))] : [];
}

// Limits a plot to the width of the page and the height of a screen.
function size(spec, page, highest = kHighest) {
  const { aspect, width: most = Infinity } = spec.usermeta ?? {};
  // Many rows and columns keep a legible size; the box of the plot scrolls.
  let width = Math.max(Math.min(page, most), 120 + 26 * names(spec, 'x').length);
  const least = 22 * names(spec, 'y').length;
  if (aspect) {
    width = Math.min(width, Math.round(highest / aspect));
    const proportion = (inner) => Math.max(least, Math.round(inner * aspect));
    return { width, height: proportion(width), proportion };
  }
  const height = spec.height !== undefined && spec.height !== 'container' ? spec.height :
    discrete(spec, 'y') ? { step: 26 } : Math.round(Math.min(380, Math.max(240, width * 0.5)));
  return { width, height };
}

// Several views are placed side by side, as many as there is room for.
function fittedPart(spec, width, columns) {
  const part = { ...spec };
  for (const name of ['concat', 'hconcat', 'vconcat']) {
    if (!part[name]) continue;
    const beside = name === 'vconcat' ? 1 : name === 'hconcat' ? part[name].length : part.columns ?? 2;
    const room = Math.max(1, Math.min(beside, Math.floor(width / 280)));
    const parts = part[name].map((one) => fittedPart(one, Math.floor(width / room), room));
    if (name === 'vconcat') return { ...part, vconcat: parts };
    delete part.hconcat;
    return { ...part, concat: parts, columns: room };
  }
  if (part.spec) {
    const room = Math.max(1, Math.min(part.columns ?? 3, Math.floor(width / 220)));
    if (part.facet?.field || Array.isArray(part.repeat)) part.columns = room;
    return { ...part, spec: fittedPart(part.spec, Math.floor(width / room), room) };
  }
  // Subtracts axes and spacing.
  const inner = Math.max(120, width - 64);
  const { height } = size(part, columns > 1 ? inner * 1.6 : inner);
  if (part.width === undefined || part.width === 'container') part.width = inner;
  return { ...part, height };
}

// Labels below a plot are horizontal as long as they fit.
function turned(spec, width) {
  const labels = names(spec, 'x');
  const longest = Math.max(0, ...labels.map((name) => Math.min(kLongestLabel, 7 * name.length)));
  const labelAngle = longest + 8 <= (width - 80) / labels.length ? 0 : -40;
  const turn = (unit) => {
    const out = { ...unit };
    if (unit.layer) out.layer = unit.layer.map(turn);
    const x = unit.encoding?.x;
    if (!x?.field || !discrete({ encoding: { x } }, 'x') || x.axis === null || x.axis?.labelAngle !== undefined) return out;
    out.encoding = { ...unit.encoding, x: { ...x, axis: { labelLimit: kLongestLabel, ...x.axis, labelAngle } } };
    return out;
  };
  return turn(spec);
}

// `proportion` gives the height of the drawing from its width, once that is known.
export function fitted(spec, width, highest) {
  if (composed.some((name) => spec[name])) return { spec: fittedPart(spec, width, 1) };
  if (spec.width !== undefined && spec.width !== 'container') return { spec };
  const { proportion, ...sizes } = size(spec, width, highest);
  const fit = { type: 'fit-x', contains: 'padding' };
  return { spec: turned({ autosize: fit, ...spec, ...sizes }, sizes.width), proportion };
}

// The approximate height of a plot, so that the page does not jump when it is drawn.
export function reserved(spec, width) {
  const { height } = size(spec, width);
  return typeof height === 'number' ? height + 60 : 300;
}

export function config(spec, width) {
  const titled = units(spec).some(({ encoding }) => encoding?.y?.field && encoding.y.title !== null && encoding.y.axis !== null);
  const colour = colours();
  const [ink, soft, line, grid, paper] = ['ink', 'soft', 'line', 'grid', 'paper'].map(colour);
  const category = series(colour, 'c', 8);
  const ramp = series(colour, 'ramp', 5);
  const text = { font: sans, fontSize: 12, fill: ink };
  return {
    aria: false,
    background: paper,
    font: sans,
    padding: 2,
    view: { stroke: null, continuousHeight: 320 },
    axis: {
      domainColor: line, tickColor: line, gridColor: grid, labelColor: soft, titleColor: ink,
      labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500, labelPadding: 6, titlePadding: 10,
      tickSize: 4, labelLimit: Math.max(90, Math.min(220, width * 0.3)),
    },
    axisX: { grid: false, tickCount: width < 480 ? 5 : 8 },
    // Horizontal titles are easier to read.
    axisY: {
      domain: false, ticks: false, tickCount: 6,
      titleAngle: 0, titleAlign: 'left', titleBaseline: 'bottom', titleX: 0, titleY: -10,
    },
    axisQuantitative: { labelOverlap: true },
    axisYDiscrete: { titleAlign: 'right', titleX: -6 },
    axisDiscrete: { domain: false, ticks: false, grid: false, labelColor: ink },
    header: { labelColor: ink, labelFontSize: 12, labelFontWeight: 500, titleColor: soft, titleFontSize: 12 },
    legend: {
      orient: 'top', direction: 'horizontal', labelColor: ink, labelFontSize: 12, titleColor: soft,
      titleFontSize: 12, titleFontWeight: 400, symbolSize: 80, columnPadding: 16, labelLimit: 200,
      gradientLength: Math.min(200, width * 0.5), gradientThickness: 10,
      titleOrient: 'left', titlePadding: 12, titleAnchor: 'middle',
      // Above the title of the axis, for which Vega reserves no space.
      offset: titled ? 30 : 14,
      ...(width < 480 ? { columns: 2, titleOrient: 'top', titlePadding: 4, titleAnchor: 'start' } : {}),
    },
    title: { color: ink, subtitleColor: soft, fontSize: 13, fontWeight: 600, anchor: 'start', offset: 14 },
    range: { category, ordinal: ramp, ramp, heatmap: ramp, diverging: series(colour, 'way', 5) },
    mark: { color: category[0] },
    point: { filled: true, size: 40, opacity: 0.85 },
    circle: { size: 40, opacity: 0.85 },
    line: { strokeWidth: 2, strokeCap: 'round', strokeJoin: 'round' },
    trail: { color: category[0] },
    area: { opacity: 0.18 },
    errorband: { band: { opacity: 0.18 } },
    bar: { cornerRadiusEnd: 2 },
    rule: { color: soft, strokeWidth: 1 },
    tick: { color: soft },
    rect: { stroke: paper, strokeWidth: 1 },
    text: { ...text, color: ink },
    style: { 'guide-label': { font: sans }, 'guide-title': { font: sans } },
  };
}
