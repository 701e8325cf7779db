import { LIMITS } from '@inner-weather/domain/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { ana, entry } from '../../test/builders';
import { json, lost, marked, problem, requestProblem, unreachable } from '../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../test/fake-tabs';
import { records, vault, withoutLock } from '../../test/fake-vault';

jest.unstable_mockModule('../lib/vault/vault', () => ({
  ...withoutLock,
  openVault: async () => vault,
  openMemory: () => vault,
  usersHere: async () => [],
  forgetUser: async () => records.clear(),
}));
const { openApp, serverOfAna } = await import('../../test/render-app');
const { setDeviceUser } = await import('../lib/vault/marks');
const { keepEdition } = await import('../lib/drafts/drafts');
const { valuesOf } = await import('../lib/entry/entry-values');
const { deleteEntry } = await import('../lib/outbox/changes');
const { editOutbox } = await import('../lib/outbox/outbox');
const { waitingStore } = await import('../lib/outbox/waiting');

const SEARCH = 'GET /api/journal/search';
const river = entry({ content: 'A walk by the river.' });
const lake = entry({ _id: 'entry-2', content: 'Swam in the lake.', inputMood: 'Sad' });
const KEPT = 'This is what this device keeps.';

const waitingEntry = {
  id: 'key-1',
  order: 1,
  entryId: 'new.key-1',
  change: { kind: 'create', body: { email: ana.email, content: 'Waited.', location: 'Porto' } },
  isAttempted: false,
};

/** What only the notices of signed-in users find out comes late: they load after the page, and look again in pauses. */
const PATIENT = { timeout: 25_000 };

function keepJournal() {
  records.set('user', JSON.stringify(ana));
  records.set('entries', JSON.stringify({ entries: [river, lake], since: null, fetchedAt: Date.now() }));
  setDeviceUser(ana.id);
}

/** A server that no request reaches. Later, it refuses requests without a token. */
function unreachableServer() {
  const server = serverOfAna();
  const reached = globalThis.fetch;
  const state = { isReached: false };
  globalThis.fetch = async (input, init) => {
    if (!state.isReached) return lost();
    const { url, headers } = new Request(input, init);
    const isKnown = url.endsWith('/api/session') || headers.has('x-auth-token');
    return isKnown ? reached(input, init) : marked(problem(401, 'Who are you?'));
  };
  return { server, state };
}

afterEach(() => {
  records.clear();
  forgetTabs();
});

describe('a page without a connection', () => {
  it('opens with what the device keeps, and is right again after the connection has returned', async () => {
    keepJournal();
    const { server, state } = unreachableServer();
    openApp('/journal');
    expect(await screen.findByText('Swam in the lake.')).toBeInTheDocument();
    expect(screen.getByText(KEPT)).toBeInTheDocument();
    expect(screen.getByText('2 entries')).toBeInTheDocument();
    server.on(SEARCH, () => json(200, [river], { 'X-Total-Count': '1' }));
    state.isReached = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(KEPT)).not.toBeInTheDocument(), PATIENT);
    await waitFor(() => expect(screen.queryByText('Swam in the lake.')).not.toBeInTheDocument(), PATIENT);
    expect(screen.getByText('A walk by the river.')).toBeInTheDocument();
  });

  it('opens as well while a proxy answers in place of the journal', async () => {
    keepJournal();
    const answer = () => requestProblem(404, 'not_found', 'not_found');
    serverOfAna().on('GET /api/session', answer).on(SEARCH, answer);
    openApp('/journal');
    expect(await screen.findByText('Swam in the lake.')).toBeInTheDocument();
  });

  it('opens one entry, and says of another that it needs a connection', async () => {
    keepJournal();
    unreachableServer();
    const { view } = openApp('/entries/entry-2');
    expect(await screen.findByText('Swam in the lake.')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Earlier entry/ })).toHaveAttribute(
      'href',
      '/entries/entry-1',
    );
    view.unmount();
    openApp('/entries/entry-3');
    expect(await screen.findByText('This entry could not be read.', {}, PATIENT)).toBeInTheDocument();
    expect(screen.getByText('This needs a connection.')).toBeInTheDocument();
  });

  it('opens an entry that waits, whose editor stays open while it is sent', async () => {
    fakeTabs();
    keepJournal();
    records.set('waiting.key-1', JSON.stringify(waitingEntry));
    const SAVE = 'POST /api/journal/new';
    const server = serverOfAna().on(SAVE, lost);
    const { person, path } = openApp('/entries/new.key-1');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    await person.type(screen.getByLabelText('Entry'), ' More words.');
    const sent = entry({ _id: 'sent', content: 'Waited.' });
    server.on(SAVE, () => json(201, sent)).on('GET /api/journal/entries/sent', () => json(200, sent));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(path()).toBe('/entries/sent'), PATIENT);
    expect(screen.getByLabelText('Entry')).toHaveValue('Waited. More words.');
    expect(screen.getByLabelText('Entry')).toHaveFocus();
  });

  it('edits an entry that the server refused on its page', async () => {
    fakeTabs();
    keepJournal();
    const problem = { kind: 'refused', status: 400, message: 'No such city.' };
    records.set('waiting.key-1', JSON.stringify({ ...waitingEntry, isAttempted: true, problem }));
    const SAVE = 'POST /api/journal/new';
    const saved = entry({ content: 'Waited. And more.', location: 'Braga' });
    const server = serverOfAna()
      .on('GET /api/places', () => json(200, { items: null }))
      .on(SAVE, () => json(201, saved));
    const app = openApp('/journal');
    await app.person.click(
      await screen.findByRole('button', { name: 'Show what waits on this device' }, PATIENT),
    );
    (await screen.findByRole('link', { name: 'Edit' })).focus();
    await app.person.keyboard('{Enter}');
    const text = await screen.findByLabelText('Entry');
    expect(app.path()).toBe('/entries/new.key-1');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(text).toHaveFocus());
    expect(text).toHaveValue('Waited.');
    await app.person.type(text, ' And more.');
    app.reload();
    expect(await screen.findByLabelText('Entry', {}, PATIENT)).toHaveValue('Waited. And more.');
    const city = screen.getByLabelText('Location');
    await app.person.clear(city);
    await app.person.type(city, 'Braga');
    await app.person.click(screen.getByRole('button', { name: 'Save Editions' }));
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1), PATIENT);
    const [sent] = server.requests(SAVE);
    expect(sent?.body).toMatchObject({ content: 'Waited. And more.', location: 'Braga' });
    expect(sent?.headers.get('Idempotency-Key')).not.toBe(waitingEntry.id);
  });

  it('keeps the words that are being added to a check-in while it is sent', async () => {
    fakeTabs();
    const SAVE = 'POST /api/journal/new';
    const server = serverOfAna().on(SAVE, lost);
    const { person } = openApp('/journal');
    const faces = await screen.findByRole('toolbar', { name: 'How are you?' });
    await person.click(within(faces).getByRole('button', { name: 'Tired' }));
    await person.click(await screen.findByRole('button', { name: 'Add words' }));
    const text = await screen.findByRole('textbox', { name: 'Entry' });
    await person.type(text, 'A long day.');
    const sent = entry({ _id: 'sent', content: '', inputMood: 'Tired' });
    server.on(SAVE, () => json(201, sent)).on(SEARCH, () => json(200, [sent], { 'X-Total-Count': '1' }));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(
      () => expect([...records.keys()].some((name) => name.startsWith('sent.'))).toBe(true),
      PATIENT,
    );
    // The check-in hears of it.
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(text).toBeInTheDocument();
    expect(text).toHaveValue('A long day.');
  });

  it.each([
    ['that was tried to be sent', [], 'How are you?'],
    ['behind another entry that waits', [waitingEntry], 'How are you now?'],
  ])(
    'shows no check-in any more that was deleted before it was sent, %s',
    async (_which, before, question) => {
      fakeTabs();
      for (const one of before) records.set(`waiting.${one.id}`, JSON.stringify(one));
      serverOfAna().on('POST /api/journal/new', lost);
      const { person } = openApp('/journal');
      const faces = await screen.findByRole('toolbar', { name: question });
      await person.click(within(faces).getByRole('button', { name: 'Tired' }));
      await screen.findByText(/^Saved at/);
      await waitFor(() => expect(waitingStore.get()).toHaveLength(before.length + 1));
      const { entryId, isAttempted } = waitingStore.get().at(-1)!;
      expect(isAttempted).toBe(before.length === 0);
      await act(() => editOutbox((waiting) => deleteEntry(waiting, entryId, '')));
      await waitFor(() => expect(screen.queryByText(/^Saved at/)).not.toBeInTheDocument(), PATIENT);
    },
  );

  it('continues an unfinished edit of an edit that waits, which is known later, without a question', async () => {
    fakeTabs();
    const { inputMood, location, updatedAt: base, day } = river;
    const body = { content: 'By the lake.', inputMood, location };
    const waiting = { ...waitingEntry, entryId: river._id, change: { kind: 'update', body, base } };
    records.set('waiting.key-1', JSON.stringify(waiting));
    keepEdition(ana.id, river._id, {
      ...valuesOf(river),
      content: 'By the lake. More.',
      day,
      updatedAt: base,
    });
    serverOfAna()
      .on(SEARCH, () => json(200, [river], { 'X-Total-Count': '1' }))
      .on('PUT /api/journal/update/entry-1', lost);
    const { edit } = vault;
    let read = (_: void): void => undefined;
    const isRead = new Promise<void>((resolve) => (read = resolve));
    vault.edit = async (change) => isRead.then(() => edit(change));
    const { person } = openApp('/journal');
    expect(await screen.findByLabelText('Entry')).toHaveValue('By the lake. More.');
    read();
    vault.edit = edit;
    await waitFor(() => expect(waitingStore.get()).toHaveLength(1), PATIENT);
    await person.click(screen.getByRole('button', { name: 'Save Editions' }));
    expect(await screen.findByRole('button', { name: 'Edit Entry' }, PATIENT)).toBeInTheDocument();
    expect(screen.getByText('By the lake. More.')).toBeInTheDocument();
  });

  it('keeps an editor open when it hears that an earlier page has sent its entry', async () => {
    fakeTabs();
    keepJournal();
    let shown = [river];
    // What could not be fetched makes the page look for the server, and fetch everything again.
    serverOfAna()
      .on(SEARCH, () => json(200, shown, { 'X-Total-Count': String(shown.length) }))
      .on('GET /api/beginnings', unreachable);
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const at = Date.now();
    const sent = { id: 'key-1', entryId: 'new.key-1', kind: 'create', base: '', entry: river, at };
    records.set('sent.key-1', JSON.stringify(sent));
    // The first return reads it, the second draws the list again.
    for (const next of [lake, entry({ _id: 'entry-3', content: 'Slept in.' })]) {
      shown = [...shown, next];
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await screen.findByText(next.content, {}, PATIENT);
    }
    expect(screen.getByLabelText('Entry')).toHaveValue(river.content);
  });

  it('proposes the cities of what the device keeps, the most used first, and searches it by the mood, too', async () => {
    keepJournal();
    const bergen = [1, 2].map((index) => ({ ...river, _id: `bergen-${index}`, location: 'Bergen' }));
    const entries = [lake, ...bergen];
    records.set('entries', JSON.stringify({ entries, since: null, fetchedAt: Date.now() }));
    unreachableServer();
    const { person, go } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    const { list } = screen.getByLabelText<HTMLInputElement>('In this city');
    await waitFor(() =>
      expect([...(list?.options ?? [])].map(({ value }) => value)).toEqual(['Bergen', 'Porto']),
    );
    await person.click(screen.getByRole('button', { name: 'Bergen' }));
    expect(screen.getByLabelText('In this city')).toHaveValue('Bergen');
    await person.click(screen.getByRole('button', { name: 'Today' }));
    expect(await screen.findByText('Today · Bergen')).toBeInTheDocument();

    await go('/journal#words=sad');
    expect(await screen.findByText('Swam in the lake.')).toBeInTheDocument();
    expect(screen.getByText('Sad', { selector: 'mark' })).toBeInTheDocument();
    expect(screen.getByText('1 entry')).toBeInTheDocument();
    expect(screen.queryByText('A walk by the river.')).not.toBeInTheDocument();
  });

  it('leads to the login if the session has ended meanwhile, and opens no more without it', async () => {
    keepJournal();
    const { server, state } = unreachableServer();
    const app = openApp('/journal');
    await screen.findByText('Swam in the lake.');
    server.on('GET /api/session', () => problem(401, 'Over'));
    state.isReached = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(app.path()).toBe('/login'), PATIENT);
    state.isReached = false;
    app.reload();
    expect(await screen.findByText(/The server cannot be reached/, {}, PATIENT)).toBeInTheDocument();
    expect(localStorage.getItem('inner-weather.device-user')).toBeNull();
  });

  it('does not open as a user whose logout has not reached the server', async () => {
    keepJournal();
    localStorage.setItem('inner-weather.leaving', '1');
    unreachableServer();
    openApp('/journal');
    expect(await screen.findByText(/The server cannot be reached/, {}, PATIENT)).toBeInTheDocument();
    expect(screen.queryByText('Swam in the lake.')).not.toBeInTheDocument();
  });

  it('says what needs a connection', async () => {
    keepJournal();
    const { server, state } = unreachableServer();
    const app = openApp('/settings');
    const needs = await screen.findAllByText('This needs a connection.', {}, PATIENT);
    expect(needs.length).toBeGreaterThan(0);
    expect(server.received).toEqual([]);
    state.isReached = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(
      () => expect(screen.queryByText('This needs a connection.')).not.toBeInTheDocument(),
      PATIENT,
    );
    expect(app.path()).toBe('/settings');
  });
});

describe('parts of a page without a connection', () => {
  const answer = (value: unknown) => JSON.stringify([{ key: 'all', value }]);

  it('are on this day, tags and whether an entry may be sent to a model', async () => {
    keepJournal();
    const year = new Date().getFullYear();
    const yearAgo = new Date();
    yearAgo.setFullYear(year - 1);
    // On 29 February there is no such day.
    const isLeapDay = yearAgo.getDate() !== new Date().getDate();
    records.set(
      'earlier',
      JSON.stringify([entry({ _id: 'then', content: 'The first fire.', createdAt: yearAgo.toISOString() })]),
    );
    records.set('first day', JSON.stringify([{ key: 'ever', value: `${year - 2}-01-01` }]));
    records.set('tags', answer([{ tag: 'River', entries: 2 }]));
    const insights = { provider: 'gemini', model: 'one', recipient: 'gemini' };
    records.set('about', answer({ insights, weather: { provider: 'open-meteo' } }));
    unreachableServer();
    const { person } = openApp('/journal');
    if (!isLeapDay) expect(await screen.findByText('The first fire.', {}, PATIENT)).toBeInTheDocument();
    expect(await screen.findByLabelText('Never send this entry to AI', {}, PATIENT)).toBeInTheDocument();
    await person.type(screen.getByLabelText('Tags'), 'riv');
    const suggested = within(await screen.findByRole('listbox', { name: 'Tags you have used' }));
    expect(suggested.getByText('River')).toBeInTheDocument();
  });

  it('are days that the device counts, with what waits, and no figure before they are known', async () => {
    keepJournal();
    const scripted = entry({
      ...{ _id: 'entry-3', content: '', inputMood: '', checkIn: true, measures: { steps: 8_000 } },
      day: `${river.day.slice(0, 7)}-${river.day.endsWith('01') ? '02' : '01'}`,
    });
    const kept = { entries: [river, lake, scripted], since: null, fetchedAt: Date.now() };
    records.set('entries', JSON.stringify(kept));
    const tired = { content: river.content, location: 'Porto', inputMood: 'Tired' };
    const changes = [
      waitingEntry,
      { entryId: river._id, change: { kind: 'update', body: tired, base: river.updatedAt } },
      { entryId: lake._id, change: { kind: 'delete', base: lake.updatedAt } },
    ];
    for (const [order, change] of changes.entries())
      records.set(
        `waiting.key-${order}`,
        JSON.stringify({ ...waitingEntry, id: `key-${order}`, order, ...change }),
      );
    unreachableServer();
    openApp('/days');
    // A page that was opened without a connection waits a while for the server.
    expect(await screen.findByRole('grid')).toBeInTheDocument();
    expect(screen.queryByText(/of them written/)).not.toBeInTheDocument();
    expect(screen.queryByRole('gridcell', { name: /nothing written/ })).not.toBeInTheDocument();
    // What is only measures counts no day, and what will be deleted no mood.
    expect(await screen.findByText(/, 1 of them written\.$/, {}, PATIENT)).toBeInTheDocument();
    expect(
      await screen.findByRole('gridcell', { name: /: Tired and another mood, 2 entries$/ }),
    ).toBeInTheDocument();
    expect(screen.getByText(KEPT)).toBeInTheDocument();
  });

  it('never show a year that is not kept as one in which nothing was written', async () => {
    keepJournal();
    const kept = { entries: [river, lake], since: river.day, fetchedAt: Date.now() };
    records.set('entries', JSON.stringify(kept));
    unreachableServer();
    openApp('/days?year=2020');
    expect(await screen.findByText('Your days could not be counted.', {}, PATIENT)).toBeInTheDocument();
    expect(screen.getByText('This needs a connection.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'The year 2020' })).not.toBeInTheDocument();
    expect(screen.queryByText(/of them written/)).not.toBeInTheDocument();
  });

  it('are right again after a return, also those of which the device keeps nothing', async () => {
    const { state } = unreachableServer();
    state.isReached = true;
    const { person } = openApp('/journal');
    await screen.findByLabelText('Tags');
    state.isReached = false;
    await person.click(screen.getByRole('link', { name: 'Settings' }));
    const errors = () => screen.queryAllByText(/The server cannot be reached/);
    await waitFor(() => expect(errors().length).toBeGreaterThan(1), PATIENT);
    state.isReached = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(errors()).toEqual([]), PATIENT);
    expect(await screen.findByLabelText('Last Name')).toBeInTheDocument();
  });
});

describe('a page with a connection', () => {
  it('keeps its user, and entries also after a return if it could not fetch them at first', async () => {
    let isAway = true;
    const isOfList = (query: URLSearchParams) => query.get('limit') !== String(LIMITS.searchPageMax);
    const server = serverOfAna().on(SEARCH, ({ query }) =>
      isAway && !isOfList(query) ? lost() : json(200, [river], { 'X-Total-Count': '1' }),
    );
    openApp('/journal');
    await screen.findByText('A walk by the river.');
    await waitFor(
      () => expect(server.requests(SEARCH).some(({ query }) => !isOfList(query))).toBe(true),
      PATIENT,
    );
    isAway = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(records.get('entries')).toContain(river.content), PATIENT);
    expect(records.get('user')).toContain(ana.email);
  });

  it('asks for storage that lasts, which Firefox shows its user, only for what could not be sent', async () => {
    const persist = jest.fn(async () => true);
    Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
    jest.useFakeTimers({ advanceTimers: true });
    serverOfAna().on('POST /api/journal/new', lost);
    const { person } = openApp('/journal');
    await person.type(await screen.findByPlaceholderText('Tell me about your day...!'), 'On a train.');
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    expect(await screen.findByText('1 entry waits for a connection')).toBeInTheDocument();
    expect(persist).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(persist).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
    Reflect.deleteProperty(navigator, 'storage');
  });
});
