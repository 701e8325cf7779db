import { screen, waitFor } from '@testing-library/react';
import { ana, tokenOf } from '../../../../test/builders';
import { held, json } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

const PROMISE = /The weather in Porto is added for you/;
const PLACES = 'GET /api/places';

describe("the journal's introduction", () => {
  it('promises the weather of a city once it is known, for which it has kept the room', async () => {
    const places = [{ location: 'Porto, Portugal', detail: 'Porto District', place: 'geo:41.15,-8.61' }];
    const { handler, answer } = held();
    const server = serverOfAna().on(PLACES, handler);
    openApp('/journal');
    await waitFor(() => expect(server.requests(PLACES)).toHaveLength(1));
    expect(screen.getByText(/is added for you/)).not.toBeVisible();
    await answer(json(200, { items: places }));
    await waitFor(() => expect(screen.getByText(/is added for you/)).toBeVisible());
    expect(server.requests(PLACES).map(({ query }) => query.toString())).toEqual(['name=Porto&whole=true']);
  });

  it('promises it without a look-up if the place was chosen from the list', async () => {
    const user = { ...ana, place: 'geo:41.15,-8.61' };
    const server = serverOfAna().on('GET /api/session', () => json(200, { token: tokenOf(user), user }));
    openApp('/journal');
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(PROMISE));
    expect(server.requests(PLACES)).toEqual([]);
  });

  it('says that an unknown city has no weather, and links to the setting', async () => {
    serverOfAna().on(PLACES, () => json(200, { items: [] }));
    openApp('/journal');
    const link = await screen.findByRole('link', { name: 'Correct your city' });
    expect(link).toHaveAttribute('href', '/settings#section-profile');
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent(/We found no place called “Porto”, so entries have no weather/);
    expect(main).not.toHaveTextContent(PROMISE);
  });

  it('promises nothing if look-ups are not available', async () => {
    const server = serverOfAna().on(PLACES, () => json(200, { items: null }));
    openApp('/journal');
    await waitFor(() => expect(server.requests(PLACES)).toHaveLength(1));
    expect(await screen.findByText(/A few honest lines are enough/)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('main')).not.toHaveTextContent(PROMISE));
    expect(screen.queryByRole('link', { name: 'Correct your city' })).not.toBeInTheDocument();
  });
});
