/** @typedef {{min: number, median: number, max: number}} Spread */

/**
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ index) => sorted[index] ?? NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    min: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    max: at(sorted.length - 1),
  };
}

/**
 * Three digits that mean something: 0.24, 1.5, 312.
 * @param {number} value
 */
export function rounded(value) {
  if (!Number.isFinite(value)) return value;
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(value < 1 ? 2 : 3));
}

/** @param {readonly number[]} values in words: the median, with the minimum and the maximum */
export function spreadInWords(values) {
  const { min, median, max } = spread(values);
  return `${rounded(median)} (${rounded(min)} to ${rounded(max)})`;
}

/**
 * Prints the figures of a work, and the failures of its loads. Answers how many requests failed.
 * @param {string} title
 * @param {string[]} figures
 * @param {import('./load.mjs').LoadResult[]} loads
 */
export function report(title, figures, loads) {
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const firstFailure = loads.map((load) => load.firstFailure).find(Boolean);
  const lines = [...figures, ...(firstFailure ? [`FAILED ${failed}: ${firstFailure}`] : [])];
  process.stdout.write(`\n  ${title}\n${lines.map((line) => `    ${line}\n`).join('')}\n`);
  return failed;
}
