import { screen, waitFor } from '@testing-library/react';
import { ana, tokenOf } from '../../../../test/builders';
import { json } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

const PROMISE = /The weather in Porto is added for you/;
const PLACES = 'GET /api/places';

describe("the journal's first words", () => {
  it('promise the weather of a city that is known', async () => {
    const server = serverOfAna();
    openApp('/journal');
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(PROMISE));
    expect(server.requests(PLACES).map(({ query }) => query.toString())).toEqual(['name=Porto&whole=true']);
  });

  it('promise it at once where its place was chosen', async () => {
    const user = { ...ana, place: 'geo:41.15,-8.61' };
    const server = serverOfAna().on('GET /api/session', () => json(200, { token: tokenOf(user), user }));
    openApp('/journal');
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(PROMISE));
    expect(server.requests(PLACES)).toEqual([]);
  });

  it('say of a city that was never found that there is no weather, and where to correct it', async () => {
    serverOfAna().on(PLACES, () => json(200, { items: [] }));
    openApp('/journal');
    const link = await screen.findByRole('link', { name: 'Correct your city' });
    expect(link).toHaveAttribute('href', '/settings');
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent(/We found no place called “Porto”, so entries have no weather/);
    expect(main).not.toHaveTextContent(PROMISE);
  });

  it('promise nothing while nobody can tell', async () => {
    const server = serverOfAna().on(PLACES, () => json(200, { items: null }));
    openApp('/journal');
    await waitFor(() => expect(server.requests(PLACES)).toHaveLength(1));
    expect(await screen.findByText(/A few honest lines are enough/)).toBeInTheDocument();
    expect(screen.getByRole('main')).not.toHaveTextContent(PROMISE);
    expect(screen.queryByRole('link', { name: 'Correct your city' })).not.toBeInTheDocument();
  });
});
