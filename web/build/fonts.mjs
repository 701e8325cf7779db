import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';

/*
 * Reduces the packages' typefaces to what the UI draws: Latin letters, and of each variable axis only the range that
 * the stylesheets use. Writes to web/fonts/, where src/app/fonts.css finds them. Does nothing if the files are current.
 */

const FOLDER = resolve(import.meta.dirname, '../fonts');
const require = createRequire(import.meta.url);

/** @param {[number, number][]} ranges */
const letters = (ranges) =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
  );

/** Western European letters and English punctuation. Keep in step with unicode-range in fonts.css. */
const LATIN = letters([
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2027],
  [0x202f, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
]);

/** The other letters of the Latin script. The browser loads them only for a text that contains one. */
const LATIN_EXT = letters([
  [0x100, 0x130],
  [0x132, 0x151],
  [0x154, 0x24f],
  [0x300, 0x304],
  [0x308, 0x308],
  [0x323, 0x323],
  [0x329, 0x329],
  [0x1e00, 0x1eff],
  [0x20a0, 0x20ab],
  [0x20ad, 0x20c0],
]);

const NEWSREADER = '@fontsource-variable/newsreader/files/newsreader';
const FIGTREE = '@fontsource-variable/figtree/files/figtree';

/** Optical sizes, in points, from small print to the largest heading. */
const opsz = { min: 14, max: 56 };

/** @type {Record<string, {from: string, letters: string[], variationAxes: object}>} */
const FONTS = {
  'newsreader-400': {
    from: `${NEWSREADER}-latin-opsz-normal`,
    letters: LATIN,
    variationAxes: { wght: 400, opsz },
  },
  'newsreader-400-ext': {
    from: `${NEWSREADER}-latin-ext-opsz-normal`,
    letters: LATIN_EXT,
    variationAxes: { wght: 400, opsz },
  },
  'newsreader-600': { from: `${NEWSREADER}-latin-wght-normal`, letters: LATIN, variationAxes: { wght: 600 } },
  'newsreader-400-italic': {
    from: `${NEWSREADER}-latin-wght-italic`,
    letters: LATIN,
    variationAxes: { wght: 400 },
  },
  'newsreader-400-italic-ext': {
    from: `${NEWSREADER}-latin-ext-wght-italic`,
    letters: LATIN_EXT,
    variationAxes: { wght: 400 },
  },
  figtree: {
    from: `${FIGTREE}-latin-wght-normal`,
    letters: LATIN,
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  'figtree-ext': {
    from: `${FIGTREE}-latin-ext-wght-normal`,
    letters: LATIN_EXT,
    variationAxes: { wght: { min: 400, max: 600 } },
  },
};

const inputs = Object.values(FONTS).map(({ from }) => require.resolve(`${from}.woff2`));
const hash = createHash('sha256');
for (const path of [import.meta.filename, require.resolve('subset-font/package.json'), ...inputs])
  hash.update(readFileSync(path));
const state = hash.digest('hex');
const stamp = join(FOLDER, '.made-of');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, { from, letters: kept, variationAxes }] of Object.entries(FONTS)) {
    const font = readFileSync(require.resolve(`${from}.woff2`));
    writeFileSync(
      join(FOLDER, `${name}.woff2`),
      await subsetFont(font, kept.join(''), { targetFormat: 'woff2', variationAxes }),
    );
  }
  for (const family of [NEWSREADER, FIGTREE]) {
    // The licence must be distributed with the files.
    const folder = dirname(dirname(require.resolve(`${family}-latin-wght-normal.woff2`)));
    const name = family.split('/').at(-1);
    writeFileSync(join(FOLDER, `${name}-LICENSE.txt`), readFileSync(join(folder, 'LICENSE')));
  }
  writeFileSync(stamp, state);
}
