import { jest } from '@jest/globals';
import { ana, entry, tokenOf } from '../../../test/builders';
import { ApiError } from '../api/api-error';
import { endSession, openSession } from '../api/session';
import { waitFor } from '@testing-library/react';
import { FakeServer } from '../../../test/fake-server';
import { bytes, records, vault } from '../../../test/fake-vault';

const ofBea = { ...vault, update: jest.fn<typeof vault.update>() };
const bea = { ...ana, id: 'user-2' };
jest.unstable_mockModule('../vault/vault', () => ({
  openVault: async (userId: string) => (userId === bea.id ? ofBea : vault),
  openMemory: () => vault,
}));
const { orKept, keepAnswer, keepUser, readAnswer, readUser } = await import('./copy');
const { fetchEntries, noteChange, noteEntries, noteSent, readDay, readEarlier, readEntries, searchKept } =
  await import('./entries');
const { deviceUser } = await import('../vault/marks');
const { keepEarlier } = await import('./earlier');
const { notePhotoSeen, readPhotoSeen } = await import('./seen-photos');

const ALL = { startDate: '1900-01-01', endDate: '9999-12-31' };
const fails = (error: Error) => () => Promise.reject(error);
const fromDevice = () => Promise.resolve('kept');

beforeEach(async () => {
  records.clear();
  bytes.clear();
  openSession(tokenOf());
  await keepUser(ana);
});

describe('what the device keeps', () => {
  it.each([
    ...[0, 502, 503, 504].map((status) => new ApiError(status, [])),
    new TypeError('Failed to fetch'),
    new DOMException('', 'TimeoutError'),
  ])('answers for a server that cannot be reached: %s', async (error) => {
    await expect(orKept(fails(error), fromDevice)).resolves.toBe('kept');
  });

  it.each([
    ...[400, 401, 403, 404, 409, 412, 422, 429, 500].map((status) => new ApiError(status, [])),
    new DOMException('', 'AbortError'),
  ])('never answers for a refusal or a request that the page stopped: %s', async (error) => {
    await expect(orKept(fails(error), fromDevice)).rejects.toBe(error);
  });

  it('never answers without something kept, nor for another user', async () => {
    const error = new ApiError(0, []);
    await expect(orKept(fails(error), async () => undefined)).rejects.toBe(error);
    openSession(tokenOf(bea));
    await expect(orKept(fails(error), fromDevice)).rejects.toBe(error);
  });

  it('never keeps for another user, who signed in meanwhile, what was begun for the last one', async () => {
    const begun = [
      keepUser({ ...ana, name: 'Late' }),
      noteEntries([entry()]),
      noteChange('entry-1', entry(), Date.now()),
      fetchEntries(async () => {
        await waitFor(() => expect(deviceUser()).toBe(bea.id));
        return { entries: [entry()], nextCursor: undefined };
      }),
    ];
    openSession(tokenOf(bea));
    await keepUser(bea);
    await Promise.all(begun);
    expect(deviceUser()).toBe(bea.id);
    expect(ofBea.update.mock.calls.map(([name]) => name)).toEqual(['user']);
  });

  it('keeps the newest answers of each kind', async () => {
    for (let year = 1; year <= 30; year += 1) await keepAnswer('days', String(year), { year });
    await keepAnswer('days', '30', { year: 'thirty' });
    expect(await readAnswer(vault, 'days', '30')).toEqual({ year: 'thirty' });
    expect(await readAnswer(vault, 'days', '11')).toEqual({ year: 11 });
    expect(await readAnswer(vault, 'days', '1')).toBeUndefined();
  });

  it('keeps nothing after the session has ended', async () => {
    const answers: ((page: { entries: never[]; nextCursor: undefined }) => void)[] = [];
    const fetching = fetchEntries(() => new Promise((resolve) => answers.push(resolve)));
    await new Promise((resolve) => setTimeout(resolve));
    endSession('left');
    records.clear();
    answers[0]?.({ entries: [], nextCursor: undefined });
    await fetching;
    expect(records.size).toBe(0);
    expect(await readUser(ana.id)).toBeUndefined();
  });
});

describe('kept entries', () => {
  const DAY_MS = 24 * 60 * 60_000;
  // Once for all, since a day may end while the tests run.
  const NOW = Date.now();
  const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
  const entries = Array.from({ length: 60 }, (_, n) =>
    entry({ _id: String(n).padStart(3, '0'), createdAt: ago(n * 3), content: `Entry ${n}` }),
  );
  const pageOf = (size: number) =>
    jest.fn(async ({ cursor = '0' }: { cursor?: string }) => {
      const next = Number(cursor) + size;
      return {
        entries: entries.slice(Number(cursor), next),
        nextCursor: next < entries.length ? String(next) : undefined,
      };
    });

  it('are those of at least 90 days, of whole days', async () => {
    const search = pageOf(20);
    await fetchEntries(search);
    expect(search).toHaveBeenCalledTimes(2);
    const kept = await readEntries(vault);
    expect(kept?.entries).toHaveLength(39);
    expect(kept?.since).toBe(entries[38]?.createdAt.slice(0, 10));
    expect(await readDay(vault, ago(3).slice(0, 10))).toHaveLength(1);
    expect(await readDay(vault, ago(130).slice(0, 10))).toBeUndefined();
    // Not again so soon.
    await fetchEntries(search);
    expect(search).toHaveBeenCalledTimes(2);
  });

  it('are found in pages, with the total', async () => {
    await fetchEntries(pageOf(100));
    // It is all of a short journal.
    expect(await readEntries(vault)).toMatchObject({ since: null });
    const first = await searchKept(vault, ALL, { limit: 20 });
    expect(first).toMatchObject({ total: 60, fromDevice: { since: null } });
    const last = await searchKept(vault, ALL, { limit: 50, cursor: first?.nextCursor });
    expect(last?.entries).toHaveLength(40);
    expect(last?.nextCursor).toBeUndefined();
    expect(await searchKept(vault, ALL, { limit: 20, cursor: 'of the server' })).toBeUndefined();
  });

  it('follow what was saved, moved and deleted', async () => {
    await fetchEntries(pageOf(20));
    const [newest, second] = entries as [ReturnType<typeof entry>, ReturnType<typeof entry>];
    const added = entry({ _id: 'added', createdAt: new Date(NOW + 1_000).toISOString() });
    await noteEntries([
      { ...newest, content: 'Changed' },
      added,
      { ...second, createdAt: ago(300), day: ago(300).slice(0, 10) },
    ]);
    // A clock that was set back since the copy was fetched.
    await noteChange('002', undefined, Date.now() - DAY_MS);
    const kept = await readEntries(vault);
    expect(kept?.entries.slice(0, 3).map(({ _id, content }) => [_id, content])).toEqual([
      ['added', added.content],
      ['000', 'Changed'],
      ['003', 'Entry 3'],
    ]);
  });

  it('have what was saved while they were fetched for the first time', async () => {
    const written = entry({ _id: 'written', createdAt: ago(0), updatedAt: ago(0) });
    let fetches = 0;
    await fetchEntries(async (page) => {
      if (page.cursor === undefined) fetches += 1;
      const answer = await pageOf(20)(page);
      if (fetches > 1) return { ...answer, entries: [written, ...answer.entries] };
      await noteChange(written._id, written, Date.now());
      return answer;
    });
    expect((await readEntries(vault))?.entries.map(({ _id }) => _id)).toContain('written');
  });

  it('of this day in earlier years are found too, as they were changed last', async () => {
    await fetchEntries(pageOf(20));
    const yearAgo = entry({ _id: 'year', createdAt: ago(365), content: 'A year ago' });
    const twoYearsAgo = entry({ _id: 'years', createdAt: ago(730), content: 'Two years ago' });
    await keepEarlier([yearAgo, twoYearsAgo]);
    const days = [365, 730, 9].map((age) => ago(age).slice(0, 10));
    const idsOf = async (max = 9) => (await readEarlier(vault, days, max)).map(({ _id }) => _id);
    expect(await idsOf()).toEqual(['003', 'year', 'years']);
    expect(await idsOf(2)).toEqual(['003', 'year']);

    await noteChange('years', undefined, Date.now());
    await noteEntries([{ ...yearAgo, content: 'Changed' }]);
    expect((await readEarlier(vault, days, 9))[1]?.content).toBe('Changed');
    // It was moved to another day.
    await noteEntries([{ ...yearAgo, createdAt: ago(366), day: ago(366).slice(0, 10) }]);
    expect(await idsOf()).toEqual(['003']);
  });
});

describe('photos that were seen', () => {
  let server: FakeServer;
  const idOf = (n: number) => n.toString(16).padStart(24, '0');
  const GET = (n: number) => `GET /api/photos/${idOf(n)}`;
  const see = async (n: number, { size = 4, of = 'seen' } = {}) => {
    server.on(GET(n), () => new Response(new Uint8Array(size)));
    notePhotoSeen(idOf(n), of);
    await waitFor(() => expect(bytes.has(`seen-photo.${idOf(n)}`)).toBe(true));
  };
  const kept = () => [...bytes.keys()].map((name) => Number.parseInt(name.replace('seen-photo.', ''), 16));

  beforeEach(() => {
    server = new FakeServer();
  });

  it('are kept small, the latest 200 of them, and each is fetched once', async () => {
    const list = Array.from({ length: 200 }, (_, n) => ({ id: idOf(n), bytes: 4 }));
    await vault.edit(() => ({
      put: [],
      remove: [],
      keep: {
        'seen-photos': list,
        ...Object.fromEntries(list.map(({ id }) => [`seen-photo.${id}`, new Uint8Array(4)])),
      },
    }));
    // Those that were seen long ago are the latest again.
    notePhotoSeen(idOf(199), 'seen');
    await see(200);
    expect(server.requests(GET(199))).toEqual([]);
    expect(server.requests(GET(200)).map(({ query }) => query.get('size'))).toEqual(['small']);
    expect(kept()).toHaveLength(200);
    expect(kept()).not.toContain(198);
    expect(await readPhotoSeen(vault, idOf(200))).toBe('data:image/webp;base64,AAAAAA==');
    expect(await readPhotoSeen(vault, idOf(198))).toBeUndefined();
  });

  it('take 20 MB together, and go with their entry', async () => {
    for (let n = 1; n <= 3; n += 1) await see(n, { size: 8_000_000 });
    expect(kept()).toEqual([2, 3]);
    const seen = entry({ _id: 'seen', photos: [idOf(2), idOf(3)] });
    await noteChange('seen', { ...seen, photos: [idOf(3)] }, Date.now());
    expect(kept()).toEqual([3]);
    await noteChange('seen', undefined, Date.now());
    expect(kept()).toEqual([]);
  });

  it('go also with an entry that is older than what is kept, and was deleted while no page was open', async () => {
    await see(4);
    await noteSent(vault, [{ id: 'a-change', entryId: 'seen', kind: 'delete', base: '', at: Date.now() }]);
    expect(kept()).toEqual([]);
  });

  it('go also when another device has changed or deleted their entries', async () => {
    const first = entry({ _id: 'seen', photos: [idOf(5), idOf(6)] });
    const other = entry({ _id: 'other', photos: [idOf(7)] });
    for (const n of [5, 6]) await see(n);
    await see(7, { of: 'other' });
    const fetched = (entries: (typeof first)[]) =>
      fetchEntries(async () => ({ entries, nextCursor: undefined }));
    jest.useFakeTimers({
      now: Date.now(),
      doNotFake: ['setTimeout', 'setInterval', 'nextTick', 'queueMicrotask'],
    });
    await fetched([first, other]);
    expect(kept()).toEqual([5, 6, 7]);
    jest.setSystemTime(Date.now() + 11 * 60_000);
    await fetched([{ ...first, photos: [idOf(6)] }]);
    jest.useRealTimers();
    expect(kept()).toEqual([6]);
  });
});
