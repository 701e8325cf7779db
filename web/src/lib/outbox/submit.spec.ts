import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { ana, entry, tokenOf } from '../../../test/builders';
import { empty, FakeServer, json, problem, requestProblem } from '../../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { records, vault } from '../../../test/fake-vault';
import { addEntry, deleteEntry, editEntry, newIdOf, type Waiting } from './changes';
import { SENT } from '../vault/names';
import { channelOf, sendingLockOf, type Sent } from './sender';

jest.unstable_mockModule('../vault/vault', () => ({ openVault: async () => vault }));
const { submit } = await import('./submit');
const { sendNow } = await import('./outbox');
const { openSession } = await import('../api/session');

const CREATE = 'POST /api/journal/new';
const UPDATE = 'PUT /api/journal/update/entry-1';
const DELETE = 'DELETE /api/journal/delete/entry-1';
const edition = { content: 'Other words.', location: 'Porto', inputMood: 'Happy' };
const body = {
  email: ana.email,
  content: 'A walk by the river.',
  inputMood: 'Happy' as const,
  location: 'Porto',
};

beforeEach(fakeTabs);
afterEach(() => {
  records.clear();
  forgetTabs();
});

const kept = () =>
  [...records].flatMap(([name, json]) => (name.startsWith('waiting.') ? [JSON.parse(json) as Waiting] : []));

describe('the outbox', () => {
  it('deletes an entry that was sent elsewhere a moment ago, and that this tab knows as waiting', async () => {
    const server = new FakeServer().on(DELETE, () => empty(204));
    openSession(tokenOf());
    const sent: Sent = {
      id: 'a',
      entryId: newIdOf('a'),
      kind: 'create',
      base: '',
      entry: entry(),
      at: Date.now(),
    };
    // The vault is opened before another tab or the worker notes it.
    await submit(() => ({ put: [], remove: [] }));
    records.set(SENT + sent.id, JSON.stringify(sent));
    const { kind } = await submit((waiting) => deleteEntry(waiting, sent.entryId, ''));
    expect(kind).toBe('gone');
    expect(server.requests(DELETE)).toHaveLength(1);
  });

  describe('keeps words that are nowhere else', () => {
    it('of a new entry that waits, and whose change is refused, too', async () => {
      new FakeServer().on(CREATE, () => problem(413, 'The journal is full'));
      openSession(tokenOf());
      const [refused] = addEntry([], body).put;
      records.set(`waiting.${refused?.id}`, JSON.stringify(refused));
      const entryId = refused?.entryId ?? '';
      expect(await submit((waiting) => editEntry(waiting, entryId, edition, ''))).toEqual({
        kind: 'waiting',
      });
      expect(kept()).toMatchObject([{ change: { body: edition }, problem: { kind: 'refused' } }]);
    });

    it('of an edit whose entry was deleted elsewhere', async () => {
      new FakeServer().on(UPDATE, () => problem(404, 'Gone'));
      openSession(tokenOf());
      const edited = await submit((waiting) => editEntry(waiting, 'entry-1', edition, 'base'));
      expect(edited).toEqual({ kind: 'waiting' });
      expect(kept()).toMatchObject([{ change: { body: edition }, problem: { kind: 'gone' } }]);
    });

    it('of a new entry that another tab sends, and that something in front stops', async () => {
      openSession(tokenOf());
      let end = () => undefined as void;
      const sending = new Promise<void>((resolve) => (end = resolve));
      void navigator.locks.request(sendingLockOf(ana.id), () => sending);
      const submitted = jest.fn();
      void submit((waiting) => addEntry(waiting, body)).then(submitted, submitted);
      await waitFor(() => expect(kept()).toHaveLength(1));
      const [stopped] = kept().map((one) => ({ ...one, isAttempted: true, problem: { kind: 'stopped' } }));
      records.set(`waiting.${stopped?.id}`, JSON.stringify(stopped));
      const channel = new BroadcastChannel(channelOf(ana.id));
      await waitFor(() => {
        channel.postMessage('changed');
        expect(submitted).toHaveBeenCalledWith({ kind: 'waiting' });
      });
      expect(kept()).toEqual([stopped]);
      end();
    });

    it('and leaves a refused edit to the form that has its words', async () => {
      new FakeServer().on(UPDATE, () => problem(413, 'The journal is full'));
      openSession(tokenOf());
      await expect(submit((waiting) => editEntry(waiting, 'entry-1', edition, 'base'))).rejects.toThrow(
        'The journal is full',
      );
      expect(kept()).toEqual([]);
    });
  });

  it('recognises its own edit on the server after the answer was lost', async () => {
    const mine = entry({ content: 'Other words.', updatedAt: '2026-11-20T09:00:00.000Z' });
    new FakeServer().on('PUT /api/journal/update/entry-1', () =>
      json(412, { code: 'entry_changed', errors: [{ msg: 'Changed.' }], current: mine }),
    );
    openSession(tokenOf());
    expect(await submit((waiting) => editEntry(waiting, 'entry-1', edition, 'base'))).toEqual({
      kind: 'saved',
      entry: mine,
    });
  });

  it.each([
    ['a server without its broker', () => problem(503, 'Not reachable just now.')],
    ['a proxy that strips /api', () => requestProblem(404, 'not_found', 'not_found')],
  ])('keeps an entry that %s did not take, and sends it again under its key', async (_what, answer) => {
    const server = new FakeServer().on(CREATE, answer);
    openSession(tokenOf());
    expect(await submit((waiting) => addEntry(waiting, body))).toEqual({ kind: 'waiting' });
    expect(kept()).toHaveLength(1);
    server.on(CREATE, () => json(201, entry()));
    await sendNow();
    expect(kept()).toEqual([]);
    const keys = server.requests(CREATE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.stringMatching(/\S{20,}/), keys[0]]);
  });

  it.each([
    ['a deletion', 'an empty 200', DELETE, () => empty(200)],
    ['an edit', 'another entry', UPDATE, () => json(200, entry({ _id: 'entry-2' }))],
    ['an edit', 'a 204', UPDATE, () => empty(204)],
  ])(
    'keeps %s that was answered with %s, which its route does not promise',
    async (_what, _how, route, answer) => {
      new FakeServer().on(route, answer);
      openSession(tokenOf());
      const change = (waiting: Waiting[]) =>
        route === DELETE
          ? deleteEntry(waiting, 'entry-1', 'base')
          : editEntry(waiting, 'entry-1', edition, 'base');
      expect(await submit(change)).toEqual({ kind: 'waiting' });
      expect(kept()).toHaveLength(1);
    },
  );

  it('sends nothing of one user once another is signed in', async () => {
    const server = new FakeServer().on(CREATE, () => json(201, entry()));
    openSession(tokenOf());
    const saving = submit((waiting) => addEntry(waiting, body)).catch(() => undefined);
    openSession(tokenOf({ ...ana, id: 'user-2' }));
    await saving;
    await waitFor(() => expect(server.requests(CREATE)).toEqual([]));
  });
});
