// Bundles page.js and page.css into one file each, to be embedded in the library.
// usage: node build.mjs SOURCE OUT   (in the folder that has node_modules)
import * as esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const [source, out] = process.argv.slice(2).map((path) => resolve(path));
const modules = resolve('node_modules');

// Parts of Vega that no plot of a report can use. Vega registers all transforms
// it finds in these modules; in an empty one it finds none.
const unused = ['vega-crossfilter', 'vega-force', 'vega-geo', 'vega-hierarchy', 'vega-wordcloud'];
const leaveOut = {
  name: 'leave out',
  setup(build) {
    build.onResolve({ filter: /^vega-/ }, ({ path }) =>
      unused.includes(path) ? { path, namespace: 'nothing' } : undefined);
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export {};' }));
  },
};

async function bundle(file, options) {
  const result = await esbuild.build({
    entryPoints: [join(source, file)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    target: ['chrome100', 'firefox100', 'safari15.4'],
    nodePaths: [modules],
    logLevel: 'warning',
    ...options,
  });
  return { text: result.outputFiles[0].text.trim(), inputs: Object.keys(result.metafile.inputs) };
}

// Every report redistributes these packages, so it includes their licences.
function licences(inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const inside = input.split('node_modules/').at(-1);
    if (inside === input) continue;
    const parts = inside.split('/');
    packages.add(parts.slice(0, parts[0].startsWith('@') ? 2 : 1).join('/'));
  }
  const holders = new Map();
  for (const name of [...packages].sort()) {
    const folder = join(modules, name);
    const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() :
      `${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license} licence`;
    holders.set(text, [...(holders.get(text) ?? []), name]);
  }
  const notices = [...holders].map(([text, names]) => `${names.join(', ')}\n\n${text}`);
  return `/*! Contains these packages:\n\n${notices.join('\n\n---\n\n').replaceAll('*/', '* /')}\n*/\n`;
}

const script = await bundle('page.js', { format: 'iife', plugins: [leaveOut] });
const style = await bundle('page.css', {});
const page = (licences(script.inputs) + script.text).replaceAll('\r', '').replaceAll('<!--', '<\\!--');

// Both are placed between tags of a page, which these would close.
if (/<\/script|<!--/i.test(page)) throw new Error('the script contains a closing tag or comment');
if (/<\//.test(style.text)) throw new Error('the style contains a closing tag');

const encoded = Buffer.from(page, 'utf8');
writeFileSync(join(out, 'page.js'), encoded);
writeFileSync(join(out, 'page.css'), style.text);
writeFileSync(join(out, 'page.sha256'), createHash('sha256').update(encoded).digest('base64'));
