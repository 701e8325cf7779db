/** A city's name in the form in which two of them are compared: Unicode and case folded, white space collapsed. */
export function normaliseCity(city: string): string {
  return city.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The key of a look-up: this city, at this moment. */
export function weatherKeyOf(city: string, moment: Date): string {
  return `${normaliseCity(city)}@${moment.toISOString()}`;
}
