import { Blob as NodeBlob } from 'node:buffer';
import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { ana, entry, tokenOf } from '../../../test/builders';
import { FakeServer, foreignAnswer, json, lost, problem, requestProblem } from '../../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { bytes, records, vault } from '../../../test/fake-vault';
import { openSession } from '../api/session';
import { addEntry, applyEdit, deleteEntry, editEntry, type Entry, newIdOf, type Waiting } from './changes';
import { keepPhoto } from './kept-photos';
import { apiOf, sendChange } from './send-change';
import { openMemory, type Outbox, sendAll } from './sender';

const CREATE = 'POST /api/journal/new';
const UPLOAD = 'POST /api/photos';
/** What a firewall in front of the journal refuses. */
const SCRIPT = '<script>';

// Node's requests know no other.
globalThis.Blob = NodeBlob as typeof Blob;

let outbox: Outbox;
let server: FakeServer;
/** The words that something in front has refused, once for each attempt. */
let refusals: string[];
/** The words that the server has, in the order of their arrival. */
let arrived: string[];

const waiting = async (): Promise<Waiting[]> => {
  let found: Waiting[] = [];
  await outbox.edit((all) => {
    found = all;
    return { put: [], remove: [] };
  });
  return found;
};

const write = (...contents: string[]) =>
  outbox.edit((all) => {
    const after = contents.reduce(
      (before, content) =>
        applyEdit(before, addEntry(before, { email: ana.email, content, location: 'Porto' })),
      all,
    );
    return { put: after, remove: [] };
  });

const run = () =>
  sendAll({
    outbox,
    send: (one, isRepeated) => sendChange(apiOf(ana.id), vault, one, isRepeated),
    onAttempt: () => undefined,
  });

const contentOf = ({ change }: Waiting) => ('body' in change ? change.body.content : change.kind);

/** What waits, with the kind of its problem. */
const left = async () => (await waiting()).map((one) => [contentOf(one), one.problem?.kind]);

/** Takes everything, behind something that answers words like these. */
function serve(answer: () => Response, isRefused = (content: string) => content.includes(SCRIPT)): void {
  server.on(CREATE, ({ body, headers }) => {
    const { content, photos } = body as Entry;
    if (isRefused(content)) {
      refusals.push(content);
      return answer();
    }
    arrived.push(content);
    return json(201, entry({ _id: `id of ${headers.get('Idempotency-Key')}`, content, photos }));
  });
}

const forbidden = () => foreignAnswer(403, '<h1>Blocked</h1>', { 'content-type': 'text/html' });

beforeEach(() => {
  fakeTabs();
  outbox = openMemory();
  server = new FakeServer();
  [refusals, arrived] = [[], []];
  openSession(tokenOf());
});

afterEach(() => {
  forgetTabs();
  records.clear();
  bytes.clear();
});

describe('a change that something in front of the journal refuses', () => {
  beforeEach(() => serve(forbidden));

  it('holds up no other, and needs its writer once others got through and it did not', async () => {
    await write(SCRIPT, 'One', 'Two');
    expect(await run()).toBe(false);
    expect(arrived).toEqual(['One', 'Two']);
    // The second attempt is made when the way is known to be open.
    expect(refusals).toEqual([SCRIPT, SCRIPT]);
    expect(await left()).toEqual([[SCRIPT, 'stopped']]);
  });

  it('waits as long as nothing shows that the way is open, and is then told apart', async () => {
    await write('One', SCRIPT);
    expect(await run()).toBe(true);
    expect(await run()).toBe(true);
    expect(await left()).toEqual([[SCRIPT, undefined]]);
    await write('Two');
    expect(await run()).toBe(false);
    expect(arrived).toEqual(['One', 'Two']);
    expect(await left()).toEqual([[SCRIPT, 'stopped']]);
  });

  it('is sent in the same run, if the way was shut only for a moment', async () => {
    serve(forbidden, (content) => content.includes(SCRIPT) && refusals.length === 0);
    await write(SCRIPT, 'One');
    expect(await run()).toBe(false);
    expect(arrived).toEqual(['One', SCRIPT]);
  });

  it('ends the run if the next is refused, too, and the run after it begins with others', async () => {
    await write(`${SCRIPT} 1`, `${SCRIPT} 2`, 'One');
    expect(await run()).toBe(true);
    expect(refusals).toHaveLength(2);
    expect(arrived).toEqual([]);
    expect(await run()).toBe(false);
    expect(arrived).toEqual(['One']);
    expect(await left()).toEqual([
      [`${SCRIPT} 1`, 'stopped'],
      [`${SCRIPT} 2`, 'stopped'],
    ]);
  });

  it('waits with all others behind a sign-in, which takes two requests for each run', async () => {
    serve(
      () => foreignAnswer(401),
      () => true,
    );
    await write('One', 'Two', 'Three', 'Four');
    for (const requests of [2, 4, 6]) {
      expect(await run()).toBe(true);
      expect(refusals).toHaveLength(requests);
    }
    serve(forbidden);
    expect(await run()).toBe(false);
    expect(arrived.sort()).toEqual(['Four', 'One', 'Three', 'Two']);
  });

  it.each([
    ['502', () => foreignAnswer(502)],
    ['429 in front', () => foreignAnswer(429)],
    ['503 of the journal', () => problem(503, 'Not reachable just now.')],
    ['404 of the journal, for an address without /api', () => requestProblem(404, 'not_found', 'not_found')],
    ['none', lost],
  ])('ends the run at once, if the answer is %s', async (_what, answer) => {
    serve(answer);
    await write(SCRIPT, 'One');
    expect(await run()).toBe(true);
    expect(await run()).toBe(true);
    expect(arrived).toEqual([]);
    expect(refusals).toHaveLength(2);
  });

  it('goes before what was done to its entry since', async () => {
    await write(SCRIPT);
    await run();
    const [{ entryId } = { entryId: '' }] = await waiting();
    const edition = { content: 'Edited', inputMood: '', location: 'Porto' };
    await outbox.edit((all) => editEntry(all, entryId, edition, ''));
    await outbox.edit((all) => deleteEntry(all, entryId, ''));
    await write('One');
    expect(await run()).toBe(false);
    expect(arrived).toEqual(['One']);
    expect(server.received.filter(({ method }) => method !== 'POST')).toEqual([]);
    expect(await left()).toEqual([
      [SCRIPT, 'stopped'],
      ['delete', undefined],
    ]);
  });

  it('is a deletion, too, where something in front lets none through', async () => {
    server.on('DELETE /api/journal/delete/entry-1', forbidden);
    await outbox.edit((all) => deleteEntry(all, 'entry-1', 'v1'));
    await write('One');
    expect(await run()).toBe(false);
    expect(await left()).toEqual([['delete', 'stopped']]);
  });

  it('is sent with other words under its key, since only the answer may have been stopped', async () => {
    await write(SCRIPT, 'One');
    await run();
    const [{ id, entryId } = { id: '', entryId: '' }] = await waiting();
    expect(entryId).toBe(newIdOf(id));
    const body = { inputMood: '', location: 'Porto' };
    await outbox.edit((all) => editEntry(all, entryId, { ...body, content: `${SCRIPT} 2` }, ''));
    // Now one answer is enough.
    expect(await run()).toBe(false);
    expect(await left()).toEqual([[`${SCRIPT} 2`, 'stopped']]);
    await outbox.edit((all) => editEntry(all, entryId, { ...body, content: 'Harmless' }, ''));
    expect(await run()).toBe(false);
    expect(arrived).toEqual(['One', 'Harmless']);
    const keys = server.requests(CREATE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys.at(-1)).toBe(id);
  });
});

describe('an entry whose photo waits', () => {
  it.each([
    ['no answer', lost],
    ['429', () => problem(429, 'Slow down.')],
    ['503', () => problem(503, 'Not reachable just now.')],
    ['503 of a proxy', () => foreignAnswer(503)],
  ])('holds up no words of others, if the answer is %s', async (_what, answer) => {
    serve(forbidden);
    server.on(UPLOAD, answer);
    const key = newUuid7();
    // The fake server understands JSON only.
    await keepPhoto(vault, key, new Blob(['"pixels"'], { type: 'image/jpeg' }));
    await outbox.edit((all) =>
      addEntry(all, { email: ana.email, content: 'A photo', location: 'Porto', photos: [key] }),
    );
    await write('One');
    expect(await run()).toBe(true);
    expect(arrived).toEqual(['One']);
    await write('Two');
    expect(await run()).toBe(true);
    expect(arrived).toEqual(['One', 'Two']);
    expect(await left()).toEqual([['A photo', undefined]]);
    // From the second run on, it comes after the words.
    expect(server.received.map(({ path }) => path)).toEqual([
      '/api/photos',
      ...Array.from({ length: 2 }, () => '/api/journal/new'),
      '/api/photos',
    ]);
    server.on(UPLOAD, () => json(201, { _id: 'photo-1' }));
    expect(await run()).toBe(false);
    expect(arrived).toEqual(['One', 'Two', 'A photo']);
  });

  it('keeps it, and adds it to the saved entry, while a version of the server that knows no photos answers', async () => {
    const UPDATE = 'PUT /api/journal/update/entry-1';
    const saved = (updatedAt: string, more: Partial<Entry> = {}) => entry({ updatedAt, ...more });
    server
      .on(UPLOAD, () => json(201, { _id: 'photo-1' }))
      .on(CREATE, () => json(201, saved('2026-11-20T09:00:00.000Z')))
      .on(UPDATE, () => json(200, saved('2026-11-20T09:01:00.000Z')));
    const key = newUuid7();
    await keepPhoto(vault, key, new Blob(['"pixels"'], { type: 'image/jpeg' }));
    await outbox.edit((all) =>
      addEntry(all, { email: ana.email, content: 'A photo', location: 'Porto', photos: [key] }),
    );
    // Each run asks once, and is to be repeated after a pause.
    expect(await run()).toBe(true);
    expect(server.requests(UPDATE)).toEqual([]);
    expect(await run()).toBe(true);
    expect(server.requests(UPDATE)).toHaveLength(1);
    expect(await waiting()).toMatchObject([{ entryId: 'entry-1', change: { body: { photos: [key] } } }]);
    server.on(UPDATE, () => json(200, saved('2026-11-20T09:02:00.000Z', { photos: ['photo-1'] })));
    expect(await run()).toBe(false);
    expect(await waiting()).toEqual([]);
    const { content, inputMood, location } = entry();
    expect(server.requests(UPDATE).at(-1)?.body).toEqual({
      content,
      inputMood,
      location,
      photos: ['photo-1'],
    });
    expect(server.requests(UPDATE).map(({ headers }) => headers.get('If-Match'))).toEqual(
      ['2026-11-20T09:00:00.000Z', '2026-11-20T09:01:00.000Z'].map((updatedAt) => entryTagOf({ updatedAt })),
    );
    expect(server.requests(CREATE)).toHaveLength(1);
  });
});
