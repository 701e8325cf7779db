/** Languages in which the names of countries are known. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'ar', 'zh'];

let countries: Set<string> | undefined;

function countryNames(): Set<string> {
  if (countries) return countries;
  countries = new Set();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const first of letters)
      for (const second of letters) {
        const name = names.of(first + second);
        if (name !== undefined) countries.add(name.toLowerCase());
      }
  }
  return countries;
}

/** The city of an address, if the address is a city and its country. Any other part may be a street. */
export function cityOfAddress(address: string): string | undefined {
  if (address.length > 200) return undefined;
  const [city, country, ...rest] = address.split(',').map((part) => part.trim());
  const isCity =
    city !== undefined && city !== '' && !/\d/.test(city) && country !== undefined && rest.length === 0;
  return isCity && countryNames().has(country.toLowerCase()) ? city : undefined;
}
