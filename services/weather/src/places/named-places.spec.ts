import { namedPlaces } from './named-places.js';

const place = (name: string, region = '', country = '') => ({ name, region, country });

describe('the text for a place', () => {
  it('is its name and its country, and the rest tells it apart', () => {
    expect(
      namedPlaces([place('Porto', 'Porto District', 'Portugal'), place('Porto', 'Piauí', 'Brazil')]),
    ).toEqual([
      { location: 'Porto, Portugal', detail: 'Porto District' },
      { location: 'Porto, Brazil', detail: 'Piauí' },
    ]);
  });

  it('has the region where another place of its name is in the same country', () => {
    const [missouri, illinois] = namedPlaces([
      place('Springfield', 'Missouri', 'United States'),
      place('Springfield', 'Illinois', 'United States'),
    ]);
    expect(missouri).toEqual({ location: 'Springfield, United States', detail: 'Missouri' });
    expect(illinois).toEqual({ location: 'Springfield, Illinois', detail: 'United States' });
  });

  it.each([
    ['without a country', place('Somewhere'), { location: 'Somewhere', detail: null }],
    ['in a region of its name', place('Oslo', 'Oslo', 'Norway'), { location: 'Oslo, Norway', detail: null }],
    [
      'in a country with a very long name',
      place('Porto', 'Here', 'x'.repeat(99)),
      { location: 'Porto, Here', detail: 'x'.repeat(99) },
    ],
  ])('%s', (_what, found, named) => {
    expect(namedPlaces([found])).toEqual([named]);
  });

  it('is given to nothing that has no name, that has a name too long, or that is there already', () => {
    const twice = place('Porto', '', 'Portugal');
    expect(
      namedPlaces([twice, place('', 'a', 'b'), place('x'.repeat(101)), { ...twice, region: 'Portugal' }]),
    ).toEqual([{ location: 'Porto, Portugal', detail: null }]);
  });

  it('is given to six places at most', () => {
    const many = Array.from({ length: 20 }, (_, n) => place(`Porto ${n}`));
    expect(namedPlaces(many)).toHaveLength(6);
  });
});
