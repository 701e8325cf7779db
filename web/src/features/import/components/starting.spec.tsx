import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { importReport, measure } from '../../../../test/builders';
import { json, problem } from '../../../../test/fake-server';
import { records, vault, withoutLock } from '../../../../test/fake-vault';
import { fakeImportWorker } from '../../../../test/fake-import-worker';
import { textFile } from '../../../../test/files';
import type { OwnMood } from '@inner-weather/domain/entries/own-moods';
import type { ForeignEntry, Understood } from '../understand/understood';

jest.unstable_mockModule('../../../lib/vault/vault', () => ({
  ...withoutLock,
  openVault: async () => vault,
  openMemory: () => vault,
  usersHere: async () => [],
  forgetUser: async () => records.clear(),
}));
jest.unstable_mockModule('../api/check-entries', () => ({
  checkEntries: () => Promise.reject(new Error('Nobody answers.')),
}));
const { openApp, serverOfAna } = await import('../../../../test/render-app');
const { forgetJob } = await import('../job');
const { lockStore } = await import('../../../lib/device-lock/watch');

const IMPORT = 'POST /api/journal/import';
const ID = '0199a000-0000-7000-8000-000000000001';
const UNDO = `DELETE /api/journal/imports/${ID}`;

const entries = Array.from({ length: 150 }, (_, n): ForeignEntry => ({
  ...{ id: `test:${n}`, at: { line: n + 1 }, words: `Evening ${n}`, tags: [] },
  ...{ when: { local: '2024-03-01T21:15', zone: 'Europe/Lisbon' }, city: 'Lisbon' },
  weather: { text: 'Sunny' },
}));
const understood: Understood = {
  ...{ source: 'Daylio', entries, notTaken: {} },
  ...{ refused: [], remarks: [], hints: [] },
};

const report = (added: number) => json(200, importReport({ added }));
const added = (body: unknown) => (body as { entries: unknown[] }).entries.length;

const HOPEFUL: OwnMood = {
  ...{ _id: ID, name: 'Hopeful', formerNames: [], score: 1, archived: false },
  ...{ colour: 'apricot', eyes: 'closed', mouth: 'smile', emoji: '' },
};

/** A server that has entries of one import, and deletes them. */
function serverWithImport() {
  const state = { entries: 100 };
  const server = serverOfAna()
    .on('GET /api/journal/imports', () => {
      const { entries: count } = state;
      const one = { id: ID, source: 'Daylio', startedAt: new Date().toISOString(), entries: count };
      return json(200, { imports: count > 0 ? [one] : [] });
    })
    .on(UNDO, () => {
      if (state.entries === 0)
        return json(404, { code: 'not_found', errors: [{ msg: 'None.', code: 'no_such_import' }] });
      const deleted = state.entries;
      state.entries = 0;
      return json(200, { deleted, remaining: 0 });
    });
  return { server, state };
}

const choose = async (person: UserEvent) =>
  person.upload(await screen.findByLabelText('File to import'), textFile('any'));

async function takeBack({ person }: ReturnType<typeof openApp>) {
  await person.click(await screen.findByRole('button', { name: 'Undo import' }));
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Undo import' }));
}

function keepPart() {
  records.set('import', JSON.stringify({ step: 'sending', job }));
  records.set('import-part 000000', JSON.stringify([{ at: { line: 1 }, entry: { content: 'Late' } }]));
}

const job = {
  ...{ id: ID, source: 'Daylio', startedAt: 0, options: { lookUpWeather: false, restoreDeleted: false } },
  ...{ parts: 1, next: 0, entries: 1, done: 0, added: 0, alreadyThere: 0, lookedUp: 0 },
  ...{ labelsInText: 0, labelsLeftOut: 0, refused: [], deleted: [] },
};

beforeEach(() => {
  records.clear();
  fakeImportWorker(() => understood);
});

afterEach(() => forgetJob());

describe('the start of an import', () => {
  it('sends from memory where the device has no room for it, keeps nothing half, and says so', async () => {
    const keep = jest.spyOn(vault, 'keep').mockImplementation((name, value) => {
      if (name.startsWith('import') && records.has('import-part 000000'))
        return Promise.reject(new DOMException('', 'QuotaExceededError'));
      records.set(name, JSON.stringify(value));
      return Promise.resolve();
    });
    const held: (() => void)[] = [];
    const server = serverOfAna().on(IMPORT, async ({ body }) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return report(added(body));
    });
    lockStore.set({ hasPin: true, awayMs: 0, failures: 0, waitUntil: 0 });
    const { person } = openApp('/import');
    await choose(person);
    const start = await screen.findByRole('button', { name: 'Start' });
    // Two taps at the same time.
    start.click();
    start.click();
    expect(await screen.findByText(/^Leave this page open until everything is in/)).toBeInTheDocument();
    expect(screen.getByText(/^The page also closes when the journal locks/)).toBeInTheDocument();
    expect([...records.keys()].filter((name) => name.startsWith('import'))).toEqual([]);
    // It ends with the page also while it waits for its user.
    await person.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused. What has been imported stays.')).toBeInTheDocument();
    expect(screen.getByText(/^Leave this page open until everything is in/)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Continue now' }));
    for (const count of [1, 2]) {
      await waitFor(() => expect(held).toHaveLength(count));
      held[count - 1]?.();
    }
    expect(await screen.findByRole('heading', { name: '150 entries added.' })).toBeInTheDocument();
    expect(server.requests(IMPORT)).toHaveLength(2);
    act(() => lockStore.set(undefined));
    keep.mockRestore();
  });

  it('adds the questions and templates of the file that are not here yet', async () => {
    const question = (_id: string, text: string) => ({ _id, text, weekdays: [], archived: false });
    const nothing = { templates: [], hidden: [] };
    const found = { ...nothing, questions: [question('a', 'Old?'), question('b', 'New?')], onlyOwn: true };
    const here = { ...nothing, version: 3, questions: [question('a', 'Changed here?')], onlyOwn: false };
    understood.beginnings = found;
    const server = serverOfAna()
      .on('GET /api/beginnings', () => json(200, here))
      .on('PUT /api/beginnings', ({ body }) => json(200, body))
      .on(IMPORT, ({ body }) => report(added(body)));
    const { person } = openApp('/import');
    await choose(person);
    await person.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByRole('heading', { name: '150 entries added.' });
    expect(server.requests('PUT /api/beginnings').map(({ body }) => body)).toEqual([
      { ...here, questions: [...here.questions, found.questions[1]] },
    ]);
    delete understood.beginnings;
  });

  it('shows at once what it made, and says that no entries came where the rest fails', async () => {
    const pain = measure({ name: 'Pain' });
    understood.measures = [pain];
    understood.ownMoods = { moods: [HOPEFUL], hidden: [] };
    understood.beginnings = { questions: [], templates: [], onlyOwn: false, hidden: [] };
    entries[0]!.measures = { [pain._id]: 3 };
    const [measures, moods]: [object[], object[]] = [[], []];
    const server = serverOfAna()
      .on('GET /api/measures', () => json(200, { measures }))
      .on(`PUT /api/measures/${pain._id}`, () => json(200, (measures.push(pain), pain)))
      .on('GET /api/moods', () => json(200, { moods, hidden: [] }))
      .on('GET /api/moods/uses', () => json(200, { moods: [], words: [] }))
      .on(`PUT /api/moods/${HOPEFUL._id}`, () => json(200, (moods.push(HOPEFUL), HOPEFUL)))
      .on('GET /api/beginnings', () => json(200, { ...understood.beginnings, version: 1 }))
      .on('PUT /api/beginnings', () => problem(503, 'Not now.'));
    const { person } = openApp('/settings');
    const section = async (name: string) => within(await screen.findByRole('region', { name }));
    await (await section('What you measure')).findByText('To begin with:');
    const asked = server.requests('GET /api/beginnings').length;
    await person.click(screen.getByRole('link', { name: 'Bring your diary' }));
    await choose(person);
    await person.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^No entries were imported\. Try again/);
    expect(server.requests(IMPORT)).toEqual([]);
    await person.click(screen.getAllByRole('link', { name: 'Settings' })[0]!);
    await (await section('What you measure')).findByRole('button', { name: 'Change Pain' });
    await screen.findByRole('button', { name: 'Change Hopeful' });
    // Once to add to them, and once to show them.
    await waitFor(() => expect(server.requests('GET /api/beginnings')).toHaveLength(asked + 2));
    delete entries[0]!.measures;
    for (const list of ['measures', 'ownMoods', 'beginnings'] as const) delete understood[list];
  });
});

describe('an import that was going on', () => {
  it('is there at once after a reload, and until the device has answered nothing else is offered', async () => {
    let release = () => undefined as void;
    const isAsked = new Promise<void>((resolve) => (release = resolve));
    const read = jest.spyOn(vault, 'read').mockImplementation(async (name) => {
      await isAsked;
      const kept = records.get(name);
      return kept === undefined ? undefined : (JSON.parse(kept) as unknown);
    });
    records.set('import', JSON.stringify({ step: 'paused', job }));
    serverOfAna();
    openApp('/import');
    expect(await screen.findByText('One moment…')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Choose a file' })).not.toBeInTheDocument();
    release();
    expect(await screen.findByText('Paused. What has been imported stays.')).toBeInTheDocument();
    read.mockRestore();
  });

  it('says on each page that it needs its file again', async () => {
    const photos = { files: { name: 'diary.zip' }, all: 3, done: 1, added: 1, lost: [], leftOut: 0 };
    records.set('import', JSON.stringify({ step: 'file', job: { ...job, photos } }));
    serverOfAna();
    const { person } = openApp('/journal');
    expect(await screen.findByText(/^Your import has stopped and needs you/)).toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'Open the import' }));
    expect(await screen.findByRole('button', { name: 'Choose the file' })).toBeInTheDocument();
    expect(screen.queryByText(/^Your import has stopped/)).not.toBeInTheDocument();
  });

  it('is not ended by a logout that did not ask', async () => {
    const half = { ...job, parts: 2, next: 1, entries: 150, done: 100, added: 100 };
    records.set('import', JSON.stringify({ step: 'waiting', job: half, until: Date.now() + 3_600_000 }));
    const server = serverOfAna();
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog', {
      name: 'Log out before everything is imported?',
    });
    expect(question).toHaveTextContent('50 entries of your import are not in your journal yet');
    await person.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(server.requests('POST /api/logout')).toEqual([]);
  });
});

describe('an import that is taken back', () => {
  it('waits for the part that is on its way, and deletes it as well', async () => {
    const { server, state } = serverWithImport();
    let release = () => undefined as void;
    server.on(IMPORT, async () => {
      await new Promise<void>((resolve) => (release = resolve));
      state.entries += 1;
      return report(1);
    });
    keepPart();
    const app = openApp('/import');
    await waitFor(() => expect(server.requests(IMPORT)).toHaveLength(1));
    await takeBack(app);
    await waitFor(() => expect(server.requests(UNDO)).toHaveLength(1));
    release();
    expect(await screen.findByText('101 entries were removed.')).toBeInTheDocument();
    expect(state.entries).toBe(0);
  });

  it('shows how far it is, also to somebody who comes back, and goes on after an error', async () => {
    const { server, state } = serverWithImport();
    const held: ((answer: Response) => void)[] = [];
    server.on(UNDO, () => new Promise<Response>((resolve) => held.push(resolve)));
    const answer = async (one: Response) => {
      await waitFor(() => expect(held).toHaveLength(1));
      held.pop()?.(one);
    };
    const deleted = (count: number) => {
      state.entries -= count;
      return json(200, { deleted: count, remaining: state.entries });
    };
    const app = openApp('/import');
    const visitSettings = async () => {
      await app.person.click(screen.getAllByRole('link', { name: 'Settings' })[0]!);
      await app.person.click(await screen.findByRole('link', { name: 'Bring your diary' }));
    };
    await takeBack(app);
    await answer(deleted(40));
    expect(await screen.findByText('40 of 100 entries')).toBeInTheDocument();
    await visitSettings();
    expect(await screen.findByText('40 of 100 entries')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo import' })).toHaveAttribute('aria-disabled', 'true');
    await answer(problem(400, 'Not this one.'));
    expect(await screen.findByText('Not this one.')).toBeInTheDocument();
    await takeBack(app);
    await answer(deleted(60));
    expect(await screen.findByText('100 entries were removed.')).toBeInTheDocument();
    await visitSettings();
    await screen.findByLabelText('File to import');
    expect(screen.queryByText('100 entries were removed.')).not.toBeInTheDocument();
  });
});

describe('an import that is taken back while time passes', () => {
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  /** The pauses after the first two failures, of which nothing is said. */
  async function failTwice(server: ReturnType<typeof serverOfAna>) {
    for (const count of [1, 2]) {
      await waitFor(() => expect(server.requests(UNDO)).toHaveLength(count));
      await pass(500 * count);
    }
  }

  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes on by itself, however often the server is too busy', async () => {
    const { server, state } = serverWithImport();
    let busy = 3;
    server.on(UNDO, () => {
      busy -= 1;
      if (busy >= 0) return problem(503, 'Too busy.');
      state.entries = 0;
      return json(200, { deleted: 100, remaining: 0 });
    });
    const app = openApp('/import');
    await takeBack(app);
    await failTwice(server);
    expect(await screen.findByText('Too busy.')).toBeInTheDocument();
    await pass(2_000);
    expect(await screen.findByText('100 entries were removed.')).toBeInTheDocument();
    expect(screen.queryByText('Too busy.')).not.toBeInTheDocument();
  });

  it('deletes what a page that was closed had sent', async () => {
    const { state } = serverWithImport();
    const app = openApp('/import');
    await screen.findByRole('button', { name: 'Undo import' });
    // Its answer is known no more, and it arrives later. After forty seconds it cannot arrive any more.
    records.set('sent-import', JSON.stringify({ id: ID, at: Date.now() }));
    await takeBack(app);
    await waitFor(() => expect(state.entries).toBe(0));
    state.entries = 1;
    await pass(41_000);
    expect(await screen.findByText('101 entries were removed.')).toBeInTheDocument();
    expect(state.entries).toBe(0);
  });

  it('is not over because of an answer of something in front of the server', async () => {
    const { server, state } = serverWithImport();
    server.on(UNDO, () => new Response('Not found', { status: 404 }));
    const app = openApp('/import');
    await takeBack(app);
    await failTwice(server);
    expect(await screen.findByText(/^The server cannot be reached/)).toBeInTheDocument();
    expect(screen.queryByText(/were removed\./)).not.toBeInTheDocument();
    expect(state.entries).toBe(100);
  });
});
