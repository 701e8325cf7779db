import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ana, entry, tokenOf } from '../../../../../test/builders';
import { empty, type FakeServer, foreignAnswer, json, lost, problem } from '../../../../../test/fake-server';
import { renderWithin } from '../../../../../test/render-within';
import { serverOfAna } from '../../../../../test/server-of-ana';
import { momentInWords } from '../../../../lib/dates/dates';
import { frontStore } from '../../../../lib/api/front';
import { openSession } from '../../../../lib/api/session';
import { editOutbox } from '../../../../lib/outbox/outbox';
import { newIdOf, type Waiting } from '../../../../lib/outbox/changes';
import { WaitingLine } from './waiting-line';

const SAVED = entry({ _id: 'saved', content: 'Saved words', updatedAt: '2026-11-24T21:10:00.000Z' });
const EDITION = { content: 'My words', location: SAVED.location, inputMood: SAVED.inputMood };
const CHANGED: Waiting['problem'] = { kind: 'changed', current: SAVED };
const REFUSED: Waiting['problem'] = { kind: 'refused', status: 413, message: 'That is too long.' };

const create = (problem?: Waiting['problem']): Omit<Waiting, 'order'> => {
  const id = newUuid7();
  const body = { email: ana.email, content: 'New words', location: 'Porto', inputMood: 'Happy' };
  return {
    id,
    entryId: newIdOf(id),
    change: { kind: 'create', body },
    isAttempted: true,
    ...(problem && { problem }),
  };
};
const change = (
  problem: Waiting['problem'],
  how: Waiting['change'] = { kind: 'update', body: EDITION, base: 'old' },
): Omit<Waiting, 'order'> => ({
  id: newUuid7(),
  entryId: SAVED._id,
  change: how,
  isAttempted: true,
  ...(problem && { problem }),
});

/** The line of Ana, for whom these changes wait, and its opened list. */
async function openWaiting(...waiting: Omit<Waiting, 'order'>[]) {
  const server = serverOfAna().on('POST /api/journal/new', lost);
  openSession(tokenOf());
  await editOutbox(() => ({ put: waiting.map((one, order) => ({ ...one, order })), remove: [] }));
  renderWithin(
    <MemoryRouter>
      <WaitingLine />
    </MemoryRouter>,
  );
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Show what waits on this device' }));
  const press = (name: string) => person.click(screen.getByRole('button', { name }));
  return { server, person, press };
}

const waitingNow = async (): Promise<Waiting[]> => {
  let found: Waiting[] = [];
  await act(() =>
    editOutbox((waiting) => {
      found = waiting;
      return { put: [], remove: [] };
    }),
  );
  return found;
};

const only = async (server: FakeServer, route: string) => {
  await waitFor(() => expect(server.requests(route)).toHaveLength(1));
  return server.requests(route)[0];
};

describe('what waits on this device', () => {
  it('is counted in one line, and listed by what it is', async () => {
    const { press } = await openWaiting(create(), change(CHANGED));
    const line = screen.getAllByRole('status', { hidden: true })[0];
    expect(line).toHaveTextContent('1 entry waits for a connection1 needs your attention');
    await press('Decide later');
    const items = within(screen.getByRole('dialog', { name: 'Not sent yet' })).getAllByRole('listitem');
    expect(items).toHaveLength(2);
    // With the time of the entry, not that of the change.
    expect(items[0]).toHaveTextContent(
      `Needs your attention Changed entry ${momentInWords(SAVED.createdAt)}`,
    );
    expect(items[1]).not.toHaveTextContent('Needs your attention');
    expect(items[1]).toHaveTextContent('New entry');
    expect(items[1]).toHaveTextContent('New words');
  });

  it('says nothing if nothing waits', () => {
    serverOfAna();
    openSession(tokenOf());
    renderWithin(<WaitingLine />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it.each([
    ['said that a browser of Apple forgets it after seven days, and how it stays', false, 1],
    ['not said where such a browser keeps it', true, 0],
  ])('is %s', async (_what, persisted, times) => {
    const vendor = jest.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
    const storage = { persisted: async () => persisted, persist: async () => persisted };
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
    await openWaiting(create());
    await act(async () => undefined);
    const [line] = screen.getAllByRole('status', { hidden: true });
    const words =
      'This browser forgets it after seven days without a visit. Add the journal to the Dock, and it stays.';
    expect(within(line!).queryAllByText(words)).toHaveLength(times);
    vendor.mockRestore();
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('stays listed when Escape closes a photo that is full screen above the list', async () => {
    const { person } = await openWaiting(create());
    const list = screen.getByRole('dialog', { name: 'Not sent yet' });
    // What its library draws, whose styles Jest cannot load.
    const photo = document.createElement('div');
    photo.className = 'yarl__portal';
    document.body.append(photo);
    await person.keyboard('{Escape}');
    expect(list).toBeInTheDocument();
    photo.remove();
    await person.keyboard('{Escape}');
    expect(list).not.toBeInTheDocument();
  });

  it('is sent with the new email of its writer, also if this tab learns of it only now', async () => {
    const renamed = { ...ana, email: 'ana@new.example.org' };
    const { server, press } = await openWaiting(create());
    server.on('GET /api/session', () => json(200, { token: tokenOf(renamed, 2), user: renamed }));
    // As the gateway does.
    server.on('POST /api/journal/new', ({ headers, body }) => {
      if (headers.get('x-auth-token') === tokenOf()) return problem(401, 'Expired');
      return (body as { email: string }).email === renamed.email
        ? json(201, entry())
        : problem(403, 'Not yours');
    });
    await press('Send now');
    expect(await screen.findByText('All changes sent')).toBeInTheDocument();
  });

  it('is discarded only after a question, if the server refused it', async () => {
    const { press } = await openWaiting(create(REFUSED));
    expect(screen.getByText('Kept on this device.')).toBeInTheDocument();
    expect(screen.getByText(/The server rejected it:/)).toHaveTextContent('That is too long.');
    await press('Discard');
    await press('Keep them');
    expect(await waitingNow()).toHaveLength(1);
    await press('Discard');
    await press('Discard for good');
    expect(await screen.findByText('All changes sent')).toBeInTheDocument();
    expect(await waitingNow()).toEqual([]);
  });

  it('says that something in front stops it, and is sent again under its key', async () => {
    const stopped = create({ kind: 'stopped' });
    const { server, press } = await openWaiting(stopped);
    const item = screen.getByRole('listitem');
    expect(item).toHaveTextContent('Needs your attention');
    expect(item).toHaveTextContent(
      'Something in front of the journal, such as a firewall, does not let this through. It stays here until you change it, send it again or discard it.',
    );
    expect(within(item).getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      `/entries/${stopped.entryId}`,
    );
    server.on('POST /api/journal/new', () => foreignAnswer(403));
    await press('Send again');
    await waitFor(() => expect(server.requests('POST /api/journal/new')).toHaveLength(1));
    await waitFor(async () => expect(await waitingNow()).toMatchObject([{ problem: { kind: 'stopped' } }]));
    // It is no sign-in.
    await waitFor(() => expect(frontStore.get()).toBe(false));
    server.on('POST /api/journal/new', () => json(201, entry()));
    await press('Send again');
    expect(await screen.findByText('All changes sent')).toBeInTheDocument();
    const keys = server
      .requests('POST /api/journal/new')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([stopped.id, stopped.id]);
  });

  describe('an edition of an entry that was also changed elsewhere', () => {
    const openVersions = () => openWaiting(change(CHANGED));

    it('is shown beside the saved version at once, and again from the list', async () => {
      const { press } = await openWaiting(create(), change(CHANGED));
      expect(screen.getByRole('region', { name: 'On this device' })).toHaveTextContent(/My.*words/);
      await press('Decide later');
      await press('See both versions');
      expect(screen.getByRole('region', { name: 'On this device' })).toHaveTextContent(/My.*words/);
      expect(screen.getByRole('region', { name: 'Saved elsewhere' })).toHaveTextContent(/Saved.*words/);
    });

    it('replaces it, and keeps the mood that the other version got', async () => {
      const update = { kind: 'update' as const, body: { ...EDITION, inputMood: '' }, base: 'old' };
      const { server, press } = await openWaiting(change(CHANGED, update));
      server.on('PUT /api/journal/update/saved', () => json(200, SAVED));
      await press('Keep my version: on this device');
      const request = await only(server, 'PUT /api/journal/update/saved');
      expect(request?.headers.get('If-Match')).toBe(entryTagOf(SAVED));
      expect(request?.body).toEqual({ ...EDITION, inputMood: SAVED.inputMood });
    });

    it('is given up', async () => {
      const { server } = await openVersions();
      await userEvent.click(screen.getByRole('button', { name: /^Keep the other version/ }));
      expect(await screen.findByText('All changes sent')).toBeInTheDocument();
      expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    it('is kept beside it, at the same moment', async () => {
      const { server, press } = await openVersions();
      server.on('POST /api/journal/new', () => json(201, entry()));
      await press('Keep both');
      const request = await only(server, 'POST /api/journal/new');
      expect(request?.body).toMatchObject({ ...EDITION, date: SAVED.createdAt, email: ana.email });
      await waitFor(async () => expect(await waitingNow()).toEqual([]));
    });
  });

  describe('a deletion of an entry that was changed elsewhere', () => {
    const deletion = () => change(CHANGED, { kind: 'delete', base: 'old' });

    it('keeps the newer version', async () => {
      const { server, press } = await openWaiting(deletion());
      await press('Keep the newer version');
      expect(await screen.findByText('All changes sent')).toBeInTheDocument();
      expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    it('deletes that version', async () => {
      const { server, press } = await openWaiting(deletion());
      server.on('DELETE /api/journal/delete/saved', () => empty(204));
      await press('Delete anyway');
      const request = await only(server, 'DELETE /api/journal/delete/saved');
      expect(request?.headers.get('If-Match')).toBe(entryTagOf(SAVED));
    });
  });

  describe('after the server was restored from a backup', () => {
    const MISSING: Waiting['problem'] = { kind: 'restored' };

    it('is an entry that is missing there, and is sent again if its writer wants it', async () => {
      const missing = create(MISSING);
      const { server, press } = await openWaiting(missing);
      expect(screen.getByText(/was restored from a backup and no longer has this entry/)).toBeInTheDocument();
      expect(server.requests('POST /api/journal/new')).toEqual([]);
      server.on('POST /api/journal/new', () => json(201, entry()));
      await press('Send again');
      const request = await only(server, 'POST /api/journal/new');
      expect(request?.body).toMatchObject({ content: 'New words' });
      expect(await screen.findByText('All changes sent')).toBeInTheDocument();
    });

    it('is sent all at once, if it is much', async () => {
      const { server, press } = await openWaiting(create(MISSING), create(MISSING), create(MISSING));
      server.on('POST /api/journal/new', ({ headers }) =>
        json(201, entry({ _id: `id of ${headers.get('Idempotency-Key')}` })),
      );
      expect(screen.getByText(/no longer has 3 entries of this device/)).toBeInTheDocument();
      await press('Send all of them again');
      expect(await screen.findByText('All changes sent')).toBeInTheDocument();
      expect(server.requests('POST /api/journal/new')).toHaveLength(3);
    });

    it('is a deletion of an entry that is back', async () => {
      const back = change({ kind: 'restored', current: SAVED }, { kind: 'delete', base: SAVED.updatedAt });
      const { server, press } = await openWaiting(back);
      expect(
        screen.getByText(/It is back because the server was restored from a backup/),
      ).toBeInTheDocument();
      server.on('DELETE /api/journal/delete/saved', () => empty(204));
      await press('Delete it again');
      const request = await only(server, 'DELETE /api/journal/delete/saved');
      expect(request?.headers.get('If-Match')).toBe(entryTagOf(SAVED));
    });
  });

  it('becomes a new entry, if the entry was deleted elsewhere', async () => {
    const { server, press } = await openWaiting(change({ kind: 'gone' }));
    server.on('POST /api/journal/new', () => json(201, entry()));
    await press('Make it a new entry');
    const request = await only(server, 'POST /api/journal/new');
    expect(request?.body).toMatchObject({ ...EDITION, email: ana.email });
  });
});
