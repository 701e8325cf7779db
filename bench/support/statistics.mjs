/** @typedef {{min: number, median: number, max: number}} Spread */

/**
 * The value below which the share `part` (0 to 1) of the values lies, by linear interpolation. NaN of nothing.
 * @param {readonly number[]} values in any order
 * @param {number} part
 */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * @param {readonly number[]} values
 * @returns {Spread}
 */
export function spread(values) {
  return { min: quantile(values, 0), median: median(values), max: quantile(values, 1) };
}

/**
 * Of each pair that ran in the same turn, so that a slow minute of the machine slows both.
 * @param {readonly number[]} ours
 * @param {readonly number[]} peers as many
 * @returns {Spread}
 */
export function ratios(ours, peers) {
  if (ours.length !== peers.length)
    throw new Error(`${ours.length} figures, and ${peers.length} of the peer`);
  return spread(ours.map((value, turn) => value / (peers[turn] ?? NaN)));
}

/**
 * Three digits that say something: 0.24, 1.5, 312.
 * @param {number} value
 */
export function rounded(value) {
  if (!Number.isFinite(value)) return value;
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(value < 1 ? 2 : 3));
}
