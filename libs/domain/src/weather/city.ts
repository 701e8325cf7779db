/** Normalises a city's name for comparison: folds Unicode forms and case, and collapses white space. */
export function normaliseCity(city: string): string {
  return city.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The key of a weather look-up for a city at a moment. */
export function weatherKeyOf(city: string, moment: Date): string {
  return `${normaliseCity(city)}@${moment.toISOString()}`;
}
