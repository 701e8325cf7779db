import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { jest } from '@jest/globals';
import { fakeLocks } from '../../../test/fake-caches';
import { bytes, records, vault } from '../../../test/fake-vault';
import { isLasting } from '../vault/names';
import type { TakenShare } from './shares';

const state = { usersHere: ['share'], isFull: false };
jest.unstable_mockModule('../vault/vault', () => ({
  openVault: async () => ({
    ...vault,
    edit: (change: Parameters<typeof vault.edit>[0]) =>
      state.isFull ? Promise.reject(new DOMException('', 'QuotaExceededError')) : vault.edit(change),
  }),
  usersHere: async () => state.usersHere,
}));
const { receiveShare } = await import('./receive');
const { dropSharedPhoto, takeShares } = await import('./shares');

// jsdom's have no bytes.
globalThis.Blob = NodeBlob as typeof Blob;
globalThis.File = NodeFile as unknown as typeof File;

beforeEach(() => {
  Object.assign(state, { usersHere: ['share'], isFull: false });
  fakeLocks();
});

afterEach(() => {
  records.clear();
  bytes.clear();
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(navigator, 'storage');
});

type Part = [name: string, value: string, file?: { name: string; type: string }];

/** What the browser posts. */
function posted(...parts: Part[]): Request {
  const lines = parts.map(
    ([name, value, file]) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"` +
      (file ? `; filename="${file.name}"\r\nContent-Type: ${file.type}` : '') +
      `\r\n\r\n${value}\r\n`,
  );
  return new Request(new URL('/share', location.origin), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `${lines.join('')}--b--\r\n`,
  });
}

const picture = (name: string): Part => ['photos', name, { name, type: 'image/png' }];

/** Where the share leads. */
async function receive(...parts: Part[]): Promise<string | null> {
  const answer = await receiveShare({ request: posted(...parts) });
  expect(answer.status).toBe(303);
  return answer.headers.get('location')?.replace(location.origin, '') ?? null;
}

async function take(
  left: (share: TakenShare) => string[] | undefined = () => [],
  userId = 'ana',
): Promise<TakenShare[]> {
  const taken: TakenShare[] = [];
  await takeShares(userId, async (share) => {
    taken.push(share);
    return left(share);
  });
  return taken;
}

describe('what another app shares', () => {
  it('waits sealed with its photos, whoever is signed in, until a form has kept it', async () => {
    expect(await receive(['title', 'A song'], picture('one.png'), picture('two.png'))).toBe('/journal');
    expect([...records.keys(), ...bytes.keys()].every(isLasting)).toBe(true);
    const [first] = await take(() => undefined);
    const [share] = await take();
    expect(share).toMatchObject({ text: 'A song', leftOut: 0 });
    const photos = [...share!.photos.values()];
    expect(await Promise.all(photos.map((photo) => photo.text()))).toEqual(['one.png', 'two.png']);
    expect(photos[0]).toMatchObject({ name: 'one.png', type: 'image/png' });
    // A form knows by their keys which of them it has.
    expect([...first!.photos.keys()]).toEqual([...share!.photos.keys()]);
    expect(await take()).toEqual([]);
    expect(records.size + bytes.size).toBe(0);
  });

  it('stays without its words for a photo that could not be opened yet', async () => {
    await receive(['title', 'A song'], picture('one.png'), picture('two.png'));
    const [all] = await take(({ photos }) => [...photos.keys()].slice(1));
    expect(bytes.size).toBe(1);
    const [share] = await take(({ photos }) => [...photos.keys()]);
    expect(share).toMatchObject({ text: '', leftOut: 0 });
    expect([...share!.photos.keys()]).toEqual([...all!.photos.keys()].slice(1));
    const [two] = share!.photos.values();
    expect(two).toMatchObject({ name: 'two.png', type: 'image/png' });
    expect(await two!.text()).toBe('two.png');
    for (const key of all!.photos.keys()) await dropSharedPhoto(key);
    expect(records.size + bytes.size).toBe(0);
  });

  it.each([
    ['has', ({ photos }: TakenShare) => [...photos.keys()]],
    ['has in part', () => undefined],
  ])('is for nobody else once the form of one person %s it', async (_how, left) => {
    await receive(['title', 'A song'], picture('one.png'));
    await take(left);
    expect(await take(undefined, 'bea')).toEqual([]);
    expect(records.size + bytes.size).toBe(0);
  });

  it.each([
    [
      { title: 'A song', text: 'Listen\r\nto it', url: 'https://example.org' },
      'A song\nListen\nto it\nhttps://example.org',
    ],
    [
      { title: 'A song', text: 'A song https://example.org', url: 'https://example.org' },
      'A song https://example.org',
    ],
    [{ title: 'The same', text: 'The same ' }, 'The same'],
  ])('says nothing twice: %j', async (parts, text) => {
    await receive(...Object.entries(parts));
    expect((await take()).at(-1)?.text).toBe(text);
  });

  it('has no more photos than an entry, and nothing else', async () => {
    const film: Part = ['photos', 'x', { name: 'film.mp4', type: 'video/mp4' }];
    const heic: Part = ['photos', 'x', { name: 'one.HEIC', type: 'application/octet-stream' }];
    await receive(film, heic, ...Array.from({ length: 11 }, (_, n) => picture(`${n}.png`)));
    const [share] = await take();
    expect([...share!.photos.values()].map(({ name }) => name)).toEqual([
      'one.HEIC',
      ...Array.from({ length: 9 }, (_, n) => `${n}.png`),
    ]);
    expect(share!.leftOut).toBe(3);
  });

  it('is not kept in silence where it cannot be', async () => {
    expect(await receive(['text', ' '])).toBe('/journal?share=empty');
    expect(await receive(['text', 'x'.repeat(200_001)])).toBe('/journal?share=too-large');
    const now = jest.spyOn(Date, 'now');
    for (let n = 0; n < 10; n += 1) {
      // Two shares of the same millisecond have no order.
      now.mockReturnValue(Date.parse('2026-11-20T21:30:00Z') + n);
      await receive(['text', String(n)]);
    }
    expect(await receive(['text', 'one more'])).toBe('/journal?share=no-room');
    expect((await take()).map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, n) => String(n)));
    state.isFull = true;
    expect(await receive(['text', 'words'])).toBe('/journal?share=no-room');
    state.isFull = false;
    const storage = { estimate: async () => ({ quota: 20_000_000, usage: 0 }) };
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
    expect(await receive(picture('one.png'))).toBe('/journal?share=no-room');
    expect(records.size + bytes.size).toBe(0);
  });

  it('is forgotten after a month, and makes no key where nothing was shared', async () => {
    await receive(['text', 'old']);
    state.usersHere = [];
    expect(await take()).toEqual([]);
    state.usersHere = ['share'];
    jest.useFakeTimers({ now: Date.now() + 31 * 24 * 60 * 60_000, doNotFake: ['queueMicrotask'] });
    expect(await take()).toEqual([]);
    expect(records.size).toBe(0);
  });
});
