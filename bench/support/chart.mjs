import { rounded } from './statistics.mjs';

/** @typedef {import('./statistics.mjs').Spread} Spread */
/** @typedef {{label: string, goal?: number, bars: {series: number, ratio: Spread}[]}} Row `series`: index of its name */

const WIDTH = 860;
const LABELS = 330;
const RIGHT = 60;
const BAR = 14;
const GAP = 18;
const TOP = 76;
const COLOURS = ['#2f6f9f', '#d08a2e'];
/** Powers of ten and what lies between. */
const MARKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/**
 * An SVG with one row of bars for each work, on a logarithmic scale: the median, a line from minimum to maximum, and a
 * diamond at the goal.
 * @param {{title: string, explanation: string, series: readonly string[], rows: readonly Row[]}} chart
 */
export function ratioChart({ title, explanation, series, rows }) {
  const values = rows.flatMap(({ goal, bars }) => [
    ...(goal ? [goal] : []),
    ...bars.flatMap(({ ratio }) => [ratio.min, ratio.max]),
  ]);
  const low = Math.max(...MARKS.filter((mark) => mark <= Math.min(1, ...values)), 0.01);
  const high = Math.min(...MARKS.filter((mark) => mark >= Math.max(1, ...values)), 100);
  const x = (/** @type {number} */ value) => {
    const inside = Math.min(high, Math.max(low, value));
    const share = Math.log(inside / low) / Math.log(high / low || 1);
    return (LABELS + share * (WIDTH - LABELS - RIGHT)).toFixed(1);
  };
  let y = TOP;
  const drawn = rows.map((row) => {
    const top = y;
    y += Math.max(1, row.bars.length) * BAR + GAP;
    return drawRow(row, top, x);
  });
  const marks = MARKS.filter((mark) => mark >= low && mark <= high).map(
    (mark) =>
      `<line x1="${x(mark)}" y1="${TOP - 8}" x2="${x(mark)}" y2="${y}" stroke="${mark === 1 ? '#333' : '#ddd'}"/>` +
      text(x(mark), y + 16, String(mark), 'middle'),
  );
  const key = series.map(
    (name, n) =>
      `<rect x="${16 + n * 300}" y="46" width="10" height="10" fill="${COLOURS[n]}"/>${text(32 + n * 300, 55, name)}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 32}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title><desc>${escaped(explanation)}</desc>`,
    `<rect width="${WIDTH}" height="${y + 32}" fill="#fff"/>`,
    `<text x="16" y="20" font-size="15" font-weight="bold" fill="#222">${escaped(title)}</text>`,
    text(16, 37, explanation),
    ...key,
    ...marks,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

/**
 * @param {Row} row
 * @param {number} top
 * @param {(value: number) => string} x
 */
function drawRow({ label, goal, bars }, top, x) {
  const height = Math.max(1, bars.length) * BAR;
  const parts = bars.map(({ series, ratio }, n) => {
    const y = top + n * BAR;
    const [from, to] = [Number(x(1)), Number(x(ratio.median))].sort((a, b) => a - b);
    const middle = y + BAR / 2 - 1;
    return [
      `<rect x="${from}" y="${y}" width="${((to ?? 0) - (from ?? 0)).toFixed(1)}" height="${BAR - 2}" fill="${COLOURS[series]}"/>`,
      `<line x1="${x(ratio.min)}" y1="${middle}" x2="${x(ratio.max)}" y2="${middle}" stroke="#222"/>`,
      text(WIDTH - RIGHT + 8, middle + 4, String(rounded(ratio.median))),
    ].join('');
  });
  if (goal) {
    const [cx, cy] = [Number(x(goal)), top + height / 2 - 1];
    parts.push(
      `<path d="M${cx} ${cy - 6}l5 6l-5 6l-5 -6z" fill="none" stroke="#a11" stroke-width="1.5"><title>goal ${goal}</title></path>`,
    );
  }
  return text(16, top + height / 2 + 3, label) + parts.join('');
}

/**
 * @param {number | string} x
 * @param {number} y
 * @param {string} words
 * @param {'start' | 'middle'} [anchor]
 */
function text(x, y, words, anchor = 'start') {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#222">${escaped(words)}</text>`;
}

/** @param {string} words */
function escaped(words) {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
