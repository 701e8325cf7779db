import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { json } from '../../../../test/fake-server';
import { renderWithin } from '../../../../test/render-within';
import { serverOfAna } from '../../../../test/server-of-ana';
import { WhereIAm } from './where-i-am';

const ROUTE = 'GET /api/places';

/** There is no other city within 50 km of this town. Its latitude and longitude have two decimals. */
const TOWN = { latitude: 62.45, longitude: -114.37 };
const PLACE = { location: 'Yellowknife, Canada', detail: '', place: 'geo:62.45,-114.37' };

/** Presses the button on a device that is so many degrees north of the town. */
async function press(degrees: number) {
  const position = { coords: { ...TOWN, latitude: TOWN.latitude + degrees } };
  Object.assign(navigator, {
    geolocation: { getCurrentPosition: (done: (found: typeof position) => void) => done(position) },
  });
  Object.assign(globalThis, { isSecureContext: true });
  const server = serverOfAna().on(ROUTE, () => json(200, { items: [PLACE] }));
  const found: string[] = [];
  renderWithin(<WhereIAm onFound={(city) => found.push(city)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Where I am' }));
  return { server, found };
}

describe('where I am', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  it('is the city of the position, of which only the name is looked up', async () => {
    const { server, found } = await press(0.1234);
    await screen.findByText('', { selector: '[role=status]' });
    expect(found).toEqual(['Yellowknife, Canada']);
    expect(server.requests(ROUTE).map(({ query }) => query.toString())).toEqual([
      'name=Yellowknife&whole=true',
    ]);
  });

  // Both are 49.5 km away. Rounded to hundredths, the second is 50.04 km away.
  it('is the city of the rounded position', async () => {
    const { found } = await press(0.4449);
    await screen.findByText('', { selector: '[role=status]' });
    expect(found).toEqual(['Yellowknife, Canada']);
  });

  it('is no city if the rounded position is more than 50 km away', async () => {
    const { server, found } = await press(0.4451);
    await screen.findByText('There is no known city within 50 km. You can type one.');
    expect([found, server.requests(ROUTE)]).toEqual([[], []]);
  });
});
