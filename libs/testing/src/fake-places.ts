/** A place as the providers' look-ups of cities know it. */
export interface FakePlace {
  name: string;
  region: string;
  country: string;
}

/** Some of them share a name: the first is the one that the name alone finds. */
const PLACES: FakePlace[] = [
  { name: 'London', region: 'England', country: 'United Kingdom' },
  { name: 'Londonderry', region: 'Northern Ireland', country: 'United Kingdom' },
  { name: 'London', region: 'Ontario', country: 'Canada' },
  { name: 'Porto', region: 'Porto District', country: 'Portugal' },
  { name: 'Porto', region: 'Piauí', country: 'Brazil' },
  { name: 'Porto Alegre', region: 'Rio Grande do Sul', country: 'Brazil' },
  { name: 'Bergen', region: 'Vestland', country: 'Norway' },
  { name: 'Bergen', region: 'Limburg', country: 'Netherlands' },
  { name: 'Kolkata', region: 'West Bengal', country: 'India' },
  { name: 'Honolulu', region: 'Hawaii', country: 'United States' },
  { name: 'Oslo', region: 'Oslo', country: 'Norway' },
  { name: 'Springfield', region: 'Missouri', country: 'United States' },
  { name: 'Springfield', region: 'Illinois', country: 'United States' },
];

/**
 * The places whose name begins like this, those of exactly this name first. After a comma there may be a country or a
 * region. A name that is not in the list is that of a place in the United Kingdom.
 */
export function placesNamed(text: string): FakePlace[] {
  const [name = '', within] = text.split(',').map((part) => part.trim().toLowerCase());
  const lies = ({ region, country }: FakePlace): boolean =>
    within === undefined || [region, country].some((one) => one.toLowerCase() === within);
  const named = PLACES.filter((place) => place.name.toLowerCase().startsWith(name) && lies(place));
  if (named.length === 0) return [{ name: text, region: '', country: 'United Kingdom' }];
  const isExact = (place: FakePlace): boolean => place.name.toLowerCase() === name;
  return [...named.filter(isExact), ...named.filter((place) => !isExact(place))];
}

/** The city whose weather the providers tell: undefined where another place of its name is meant. */
export function cityNamed(text: string): string | undefined {
  const [meant] = placesNamed(text);
  return PLACES.find(({ name }) => name === meant?.name) === meant ? meant?.name : undefined;
}
