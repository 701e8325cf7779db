import { screen, waitFor, within } from '@testing-library/react';
import { ana, entry, listOf, tokenOf } from '../../../../test/builders';
import { held, json, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';
import { newestFirst } from '../../../lib/copy/entries';

const DELETE = 'DELETE /api/journal/delete/b';

const at = (_id: string, content: string, createdAt: string) =>
  entry({ _id, content, createdAt, day: createdAt.slice(0, 10), updatedAt: createdAt });

/** Three entries, two of them of one day, and years before the third. */
const ENTRIES = [
  at('c', 'And then it rained.', '2026-03-02T19:00:00.000Z'),
  at('b', `A long morning.${' It went on.'.repeat(100)}`, '2026-03-02T08:00:00.000Z'),
  at('a', 'Long ago.', '2019-05-01T08:00:00.000Z'),
];

const serverWithEntries = () => {
  const server = serverOfAna().on('GET /api/journal/search', ({ query }) => {
    const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
    const found = ENTRIES.filter(({ day }) => day >= from && day <= to).sort(newestFirst);
    return listOf(...found);
  });
  for (const one of ENTRIES) server.on(`GET /api/journal/entries/${one._id}`, () => json(200, one));
  return server;
};

const link = (name: string) => screen.findByRole('link', { name: new RegExp(name) });
const GONE = /^This entry is not in your journal/;

describe('the page of one entry', () => {
  it('is where the journal leads to, shows all of it, and leads to its day and to the entries before and after it', async () => {
    serverWithEntries();
    const { person, path } = openApp('/journal');
    const card = (await screen.findByText('And then it rained.')).closest('article')!;
    await person.click(within(card).getByRole('link'));
    await waitFor(() => expect(path()).toBe('/entries/c'));
    await person.click(await link('Earlier entry'));
    expect(await screen.findByRole('heading', { name: /Monday,? 2 March 2026/ })).toBeInTheDocument();
    expect(path()).toBe('/entries/b');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(screen.getByText(/^A long morning/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    await person.click(await link('Later entry'));
    expect(await screen.findByText('And then it rained.')).toBeInTheDocument();
    await link('Earlier entry');
    expect(screen.queryByRole('link', { name: /Later entry/ })).not.toBeInTheDocument();
    await person.click(await link('Earlier entry'));
    await person.click(await link('Earlier entry'));
    expect(await screen.findByText('Long ago.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Earlier entry/ })).not.toBeInTheDocument();
    // The next one is years later.
    await person.click(await link('Later entry'));
    await waitFor(() => expect(path()).toBe('/entries/b'));
    await person.click(await link('All of this day'));
    const panel = within(await screen.findByRole('region', { name: /2 March 2026/ }));
    expect((await panel.findAllByRole('link')).map((one) => one.getAttribute('href'))).toEqual([
      '/entries/c',
      '/entries/b',
    ]);
  });

  it('edits the entry, deletes it, and brings it back with Undo', async () => {
    const server = serverWithEntries().on('PUT /api/journal/update/b', ({ body }) =>
      json(200, { ...ENTRIES[1], ...(body as object), updatedAt: '2026-03-03T08:00:00.000Z' }),
    );
    const { person } = openApp('/entries/b');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const text = screen.getByLabelText('Entry');
    await person.clear(text);
    await person.type(text, 'Other words');
    server.on('GET /api/journal/entries/b', () =>
      json(200, { ...ENTRIES[1], content: 'Other words', updatedAt: '2026-03-03T08:00:00.000Z' }),
    );
    await person.click(screen.getByRole('button', { name: 'Save Editions' }));
    expect(await screen.findByText('Other words', { selector: 'p' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit Entry' })).toHaveFocus();

    await person.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('You deleted this entry.')).toBeInTheDocument();
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('article')).toHaveFocus();
    expect(server.requests(DELETE)).toHaveLength(0);
  });

  it('says kindly that an entry is gone, or never was one of the reader', async () => {
    serverWithEntries().on('GET /api/journal/entries/b', () => problem(404, 'No such entry'));
    const { person, path } = openApp('/entries/b');
    expect(await screen.findByText(GONE)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'To the journal' }));
    await waitFor(() => expect(path()).toBe('/journal'));
  });
});

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
