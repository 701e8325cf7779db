import { numberInWords } from '../lib/language/formats';

/** A mean mood, from -2 to 2, with a proper minus sign. */
export function inWords(score: number): string {
  // Adding 0 turns -0 into 0.
  const rounded = Number(score.toFixed(1)) + 0;
  const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return numberInWords(rounded, tenths).replace('-', '\u2212');
}
