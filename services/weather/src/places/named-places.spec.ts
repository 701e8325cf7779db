import type { FoundPlace } from './place-finder.js';
import { namedPlaces } from './named-places.js';

const PLACE = 'geo:1,2';
const place = (name: string, region = '', country = '', county = ''): FoundPlace => ({
  id: '1',
  name,
  region,
  county,
  country,
  countryCode: '',
  population: 0,
  place: PLACE,
});

describe('the text for a place', () => {
  it('is the name and the country, with the region as a detail', () => {
    expect(
      namedPlaces([place('Porto', 'Porto District', 'Portugal'), place('Porto', 'Piauí', 'Brazil')]),
    ).toEqual([
      { location: 'Porto, Portugal', detail: 'Porto District', place: PLACE },
      { location: 'Porto, Brazil', detail: 'Piauí', place: PLACE },
    ]);
  });

  it('has the region if the country has another place of this name', () => {
    const [missouri, illinois] = namedPlaces([
      place('Springfield', 'Missouri', 'United States'),
      place('Springfield', 'Illinois', 'United States'),
    ]);
    expect(missouri).toEqual({ location: 'Springfield, United States', detail: 'Missouri', place: PLACE });
    expect(illinois).toEqual({ location: 'Springfield, Illinois', detail: 'United States', place: PLACE });
  });

  it('has more details if a shorter text is already used', () => {
    const found = ['Obion', 'Williamson', ''].map((county) =>
      place('Fairview', 'Tennessee', 'United States', county),
    );
    expect(namedPlaces([...found, ...found]).map(({ location }) => location)).toEqual([
      'Fairview, United States',
      'Fairview, Tennessee',
      'Fairview, Tennessee, United States',
      'Fairview, Obion, Tennessee',
      'Fairview, Williamson, Tennessee',
    ]);
  });

  it.each([
    ['without a country', place('Somewhere'), { location: 'Somewhere', detail: null, place: PLACE }],
    [
      'in a region of its name',
      place('Oslo', 'Oslo', 'Norway'),
      { location: 'Oslo, Norway', detail: null, place: PLACE },
    ],
    [
      'in a country with a very long name',
      place('Porto', 'Here', 'x'.repeat(99)),
      { location: 'Porto, Here', detail: 'x'.repeat(99), place: PLACE },
    ],
  ])('%s', (_what, found, named) => {
    expect(namedPlaces([found])).toEqual([named]);
  });

  it('is omitted for a missing name, a name that is too long, or a duplicate', () => {
    const duplicate = place('Porto', '', 'Portugal');
    expect(
      namedPlaces([
        duplicate,
        place('', 'a', 'b'),
        place('x'.repeat(101)),
        { ...duplicate, region: 'Portugal' },
      ]),
    ).toEqual([{ location: 'Porto, Portugal', detail: null, place: PLACE }]);
  });

  it('is limited to six places', () => {
    const places = Array.from({ length: 20 }, (_, n) => place(`Porto ${n}`));
    expect(namedPlaces(places)).toHaveLength(6);
  });
});
