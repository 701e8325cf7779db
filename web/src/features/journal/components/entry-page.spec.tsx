import { screen, waitFor, within } from '@testing-library/react';
import { entry, listOf } from '../../../../test/builders';
import { json, problem } from '../../../../test/fake-server';
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
  it('shows all of it, and leads to its day and to the entries before and after it', async () => {
    serverWithEntries();
    const { person, path } = openApp('/entries/b');
    expect(await screen.findByRole('heading', { name: /Monday,? 2 March 2026/ })).toBeInTheDocument();
    expect(screen.getByText(/^A long morning/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(await link('All of this day')).toHaveAttribute('href', '/days?day=2026-03-02');
    await person.click(await link('Later entry'));
    expect(await screen.findByText('And then it rained.')).toBeInTheDocument();
    expect(path()).toBe('/entries/c');
    expect(screen.getByRole('main')).toHaveFocus();
    await link('Earlier entry');
    expect(screen.queryByRole('link', { name: /Later entry/ })).not.toBeInTheDocument();
    await person.click(await link('Earlier entry'));
    await person.click(await link('Earlier entry'));
    expect(await screen.findByText('Long ago.')).toBeInTheDocument();
    // The next one is years later.
    expect(await link('Later entry')).toHaveAttribute('href', '/entries/b');
    expect(screen.queryByRole('link', { name: /Earlier entry/ })).not.toBeInTheDocument();
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

  it('is where the journal and the days lead to', async () => {
    serverWithEntries();
    const { person, path } = openApp('/journal');
    const card = (await screen.findByText('And then it rained.')).closest('article')!;
    await person.click(within(card).getByRole('link'));
    await waitFor(() => expect(path()).toBe('/entries/c'));
    await person.click(await link('All of this day'));
    const panel = within(await screen.findByRole('region', { name: /2 March 2026/ }));
    expect((await panel.findAllByRole('link')).map((one) => one.getAttribute('href'))).toEqual([
      '/entries/c',
      '/entries/b',
    ]);
  });
});
