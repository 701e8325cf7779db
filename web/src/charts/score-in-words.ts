/** A mean mood, from -2 to 2, with a proper minus sign. */
export const inWords = (score: number): string =>
  score.toFixed(1).replace('-0.0', '0.0').replace('-', '\u2212');
