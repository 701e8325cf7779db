/**
 * A pseudorandom number from 0 to below 1 that depends only on the words: their FNV-1a hash, mixed once more.
 * @param {...(string | number)} words
 */
export function chance(...words) {
  let hash = 0x811c9dc5;
  for (const letter of words.join('|')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Like `chance`, but changes smoothly from one span of days to the next.
 * @param {number} day days since 1970
 * @param {number} span days
 * @param {...(string | number)} words
 */
export function slowChance(day, span, ...words) {
  const at = Math.floor(day / span);
  const part = (day / span - at) ** 2 * (3 - 2 * (day / span - at));
  return chance(...words, at) * (1 - part) + chance(...words, at + 1) * part;
}

/**
 * @template T
 * @param {readonly T[]} list of at least one
 * @param {...(string | number)} words
 * @returns {T}
 */
export function pick(list, ...words) {
  return /** @type {T} */ (list[Math.floor(chance(...words) * list.length)]);
}
