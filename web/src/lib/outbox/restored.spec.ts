import { jest } from '@jest/globals';
import { ana, entry, tokenOf } from '../../../test/builders';
import { FakeServer, json, lost, problem } from '../../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { records, vault } from '../../../test/fake-vault';
import { endSession, openSession } from '../api/session';
import { GENERATION } from '../vault/names';
import type { Entry, Waiting } from './changes';
import type { Sent } from './sender';

jest.unstable_mockModule('../vault/vault', () => ({ openVault: async () => vault }));
const { compareAfter, wasRestored } = await import('./restored');
const { editOutbox } = await import('./outbox');

const HOUR_MS = 60 * 60_000;
const now = Date.now();
const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();

/** The backup began twelve hours ago. */
const restored = { generation: 'second', from: hoursAgo(12) };

describe('after the server was restored from a backup', () => {
  let server: FakeServer;

  beforeEach(() => {
    fakeTabs();
    records.clear();
    server = new FakeServer();
    openSession(tokenOf());
  });

  afterEach(() => {
    endSession('none');
    forgetTabs();
  });

  const getOf = (id: string) => `GET /api/journal/entries/${id}`;

  /** What this device has sent. @param entry undefined: it deleted the entry */
  function sent(
    id: string,
    hours: number,
    kind: Sent['kind'],
    values: Partial<Entry> = {},
  ): Entry | undefined {
    const when = { updatedAt: hoursAgo(hours), createdAt: hoursAgo(30) };
    const saved = kind === 'delete' ? undefined : entry({ _id: id, ...when, ...values });
    const at = now - hours * HOUR_MS;
    const record: Sent = {
      id: `${id} ${hours}`,
      entryId: id,
      kind,
      base: '',
      at,
      ...(saved && { entry: saved }),
    };
    records.set(`sent.${record.id}`, JSON.stringify(record));
    return saved;
  }

  const serverHas = (one: Entry) => server.on(getOf(one._id), () => json(200, one));
  const serverMisses = (id: string) => server.on(getOf(id), () => problem(404, 'There is no such entry.'));

  const waitingNow = async (): Promise<Waiting[]> => {
    let found: Waiting[] = [];
    await editOutbox((waiting) => {
      found = waiting;
      return { put: [], remove: [] };
    });
    return found;
  };

  it('what is missing there waits for its writer, in its last version', async () => {
    sent('missing', 5, 'create', { content: 'First words' });
    const values = { checkIn: true, measures: { '11111111-1111-4111-8111-111111111111': 450 } };
    const last = sent('missing', 4, 'update', { ...values, content: 'Last words' });
    serverMisses('missing');
    await compareAfter(restored, ana);
    expect(await waitingNow()).toMatchObject([
      {
        change: {
          kind: 'create',
          body: {
            ...values,
            content: 'Last words',
            inputMood: 'Happy',
            email: ana.email,
            date: last?.createdAt,
          },
        },
        problem: { kind: 'restored' },
        isAttempted: false,
      },
    ]);
    expect(server.received.map(({ method }) => method)).toEqual(['GET']);
  });

  it('an older version there is not overwritten: its writer sees both', async () => {
    sent('older', 4, 'update', { content: 'Last words', inputMood: '' });
    const current = entry({ _id: 'older', content: 'First words', updatedAt: hoursAgo(20) });
    serverHas(current);
    await compareAfter(restored, ana);
    expect(await waitingNow()).toMatchObject([
      {
        entryId: 'older',
        // What was taken away is empty.
        change: {
          kind: 'update',
          body: { content: 'Last words', inputMood: '', measures: {} },
          base: current.updatedAt,
        },
        problem: { kind: 'changed', current: { _id: 'older' } },
      },
    ]);
  });

  it('an entry that was deleted and is back is not deleted by itself', async () => {
    sent('back', 6, 'create');
    sent('back', 5, 'delete');
    const current = entry({ _id: 'back', updatedAt: hoursAgo(20) });
    serverHas(current);
    await compareAfter(restored, ana);
    expect(await waitingNow()).toMatchObject([
      {
        change: { kind: 'delete', base: current.updatedAt },
        problem: { kind: 'restored', current: { _id: 'back' } },
      },
    ]);
  });

  it('nothing waits that the server has, or that was saved before the backup', async () => {
    sent('before', 13, 'create');
    const same = sent('same', 3, 'create');
    if (same) serverHas(same);
    sent('newer', 3, 'update');
    serverHas(entry({ _id: 'newer', updatedAt: hoursAgo(1) }));
    sent('gone', 3, 'delete');
    serverMisses('gone');
    await compareAfter(restored, ana);
    expect(await waitingNow()).toEqual([]);
    expect(server.requests(getOf('before'))).toEqual([]);
  });

  it('it is compared once, by one tab, and again if the server could not be asked', async () => {
    sent('missing', 4, 'create');
    server.on(getOf('missing'), lost);
    await expect(compareAfter(restored, ana)).rejects.toThrow();
    serverMisses('missing');
    await Promise.all([compareAfter(restored, ana), compareAfter(restored, ana)]);
    await compareAfter(restored, ana);
    expect(await waitingNow()).toHaveLength(1);
    expect(server.requests(getOf('missing'))).toHaveLength(2);
  });

  it('the server says whether it was restored since, once it knows', async () => {
    sent('missing', 4, 'create');
    const says = (restoration: object | null) =>
      server.on('GET /api/about', () => json(200, { restored: restoration }));
    says({ generation: 'first', from: null });
    expect(await wasRestored(ana.id)).toBe(false);
    records.set(GENERATION, JSON.stringify('first'));
    expect(await wasRestored(ana.id)).toBe(false);
    says({ generation: 'second', from: null });
    expect(await wasRestored(ana.id)).toBe(true);
    // The gateway got no answer from auth.
    says(null);
    await expect(wasRestored(ana.id)).rejects.toThrow();
    server.on('GET /api/about', lost);
    await expect(wasRestored(ana.id)).rejects.toThrow();
  });
});
