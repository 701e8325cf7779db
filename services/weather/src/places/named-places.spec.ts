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
  it('is its name and its country, and the rest tells it apart', () => {
    expect(
      namedPlaces([place('Porto', 'Porto District', 'Portugal'), place('Porto', 'Piauí', 'Brazil')]),
    ).toEqual([
      { location: 'Porto, Portugal', detail: 'Porto District', place: PLACE },
      { location: 'Porto, Brazil', detail: 'Piauí', place: PLACE },
    ]);
  });

  it('has the region where another place of its name is in the same country', () => {
    const [missouri, illinois] = namedPlaces([
      place('Springfield', 'Missouri', 'United States'),
      place('Springfield', 'Illinois', 'United States'),
    ]);
    expect(missouri).toEqual({ location: 'Springfield, United States', detail: 'Missouri', place: PLACE });
    expect(illinois).toEqual({ location: 'Springfield, Illinois', detail: 'United States', place: PLACE });
  });

  it('has more of where it lies where less is taken', () => {
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

  it('is given to nothing that has no name, that has a name too long, or that is there already', () => {
    const twice = place('Porto', '', 'Portugal');
    expect(
      namedPlaces([twice, place('', 'a', 'b'), place('x'.repeat(101)), { ...twice, region: 'Portugal' }]),
    ).toEqual([{ location: 'Porto, Portugal', detail: null, place: PLACE }]);
  });

  it('is given to six places at most', () => {
    const many = Array.from({ length: 20 }, (_, n) => place(`Porto ${n}`));
    expect(namedPlaces(many)).toHaveLength(6);
  });
});
