import { jest } from '@jest/globals';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { waitFor } from '@testing-library/react';
import { tokenOf } from '../../../../../test/builders';
import { fakeTabs, forgetTabs } from '../../../../../test/fake-tabs';
import { type FakeUpload, fakeUploads } from '../../../../../test/fake-uploads';
import { bytes, records, vault } from '../../../../../test/fake-vault';
import { endSession, openSession } from '../../../../lib/api/session';
import { setSharedDevice } from '../../../../lib/vault/shared-device';

const state = { isFull: false };
jest.unstable_mockModule('../../../../lib/vault/vault', () => ({
  openVault: async () => ({
    ...vault,
    edit: (change: Parameters<typeof vault.edit>[0]) =>
      state.isFull ? Promise.reject(new DOMException('', 'QuotaExceededError')) : vault.edit(change),
  }),
  usersHere: async () => [],
}));
const { ChosenPhotos } = await import('./chosen-photos');

let sent: FakeUpload[];
let restore: () => void;

const photo = (name: string) => new File(['pixels'], name, { type: 'image/png' });
const sentAre = (count: number) => waitFor(() => expect(sent).toHaveLength(count));

beforeEach(() => {
  ({ sent, restore } = fakeUploads());
});

afterEach(() => {
  restore();
  endSession('none');
  setSharedDevice(false);
});

describe('photos that are chosen for an entry, on a device that keeps nothing', () => {
  beforeEach(() => {
    setSharedDevice(true);
    openSession(tokenOf());
  });

  it('are sent one after another, and keep the order in which the person has put them', async () => {
    const photos = new ChosenPhotos(['old']);
    photos.add([photo('one'), photo('two')]);
    await sentAre(1);
    sent[0]!.answer(201, { _id: 'one' });
    await sentAre(2);
    const [, , two] = photos.store.get();
    photos.move(two!.key, -1);
    sent[1]!.answer(201, { _id: 'two' });
    expect(await photos.settle()).toEqual(['old', 'two', 'one']);
  });

  it('are sent again under the same key after a lost connection, and hold the entry up until then', async () => {
    const photos = new ChosenPhotos([]);
    photos.add([photo('one')]);
    await sentAre(1);
    sent[0]!.lose();
    expect(await photos.settle()).toBeUndefined();
    expect(photos.store.get()[0]!.problem).toMatch(/^The server cannot be reached/);
    photos.retry();
    await sentAre(2);
    // A proxy has changed the answer.
    sent[1]!.answer(200, {});
    expect(await photos.settle()).toBeUndefined();
    expect(photos.store.get()[0]!.problem).toMatch(/^The server cannot be reached/);
    photos.retry();
    await sentAre(3);
    sent[2]!.answer(201, { _id: 'one' });
    expect(await photos.settle()).toEqual(['one']);
    expect(sent[2]!.headers['Idempotency-Key']).toBe(sent[0]!.headers['Idempotency-Key']);
  });

  it('can be taken back on their way, and are no more than an entry may have', async () => {
    const photos = new ChosenPhotos([]);
    photos.add(Array.from({ length: 12 }, (_, n) => photo(String(n))));
    expect(photos.store.get()).toHaveLength(10);
    await sentAre(1);
    for (const { key } of photos.store.get()) photos.remove(key);
    expect(await photos.settle()).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});

describe('photos that are chosen for an entry, on a device that keeps them', () => {
  beforeEach(() => {
    fakeTabs();
    openSession(tokenOf());
  });

  afterEach(() => {
    records.clear();
    bytes.clear();
    forgetTabs();
    state.isFull = false;
    Reflect.deleteProperty(navigator, 'storage');
    Reflect.deleteProperty(window, 'OffscreenCanvas');
    Reflect.deleteProperty(window, 'Worker');
  });

  const keptBytes = () => [...bytes.keys()].map((name) => name.replace('photo.bytes.', ''));
  const keptAre = (keys: string[]) => waitFor(() => expect(keptBytes()).toEqual(keys));
  const leaveRoom = (quota: number) =>
    Object.defineProperty(navigator, 'storage', {
      value: { estimate: async () => ({ quota, usage: 0 }) },
      configurable: true,
    });
  /** As a form does. */
  const writeDraft = (photos: InstanceType<typeof ChosenPhotos>) =>
    records.set('draft.new.tab/', JSON.stringify(JSON.stringify({ photos: photos.names() })));

  it('do not hold their entry up, and are there after a reload, until nothing needs them', async () => {
    const photos = new ChosenPhotos(['old']);
    photos.add([photo('one'), photo('two')]);
    const [, one, two] = photos.names() as [string, string, string];
    expect(await photos.settle()).toEqual(['old', one, two]);
    writeDraft(photos);
    await sentAre(1);
    sent[0]!.lose();
    await sentAre(2);
    sent[1]!.answer(201, { _id: 'two' });
    await waitFor(() => expect(photos.store.get()[2]?.id).toBe('two'));
    expect(photos.store.get()[1]).toMatchObject({ isKept: true, problem: undefined });
    photos.end();

    const later = new ChosenPhotos(photos.names());
    expect(await later.settle()).toEqual(['old', one, two]);
    await sentAre(3);
    expect(sent[2]!.headers['Idempotency-Key']).toBe(one);
    sent[2]!.answer(201, { _id: 'one' });
    await waitFor(() => expect(later.store.get().map(({ id }) => id)).toEqual(['old', 'one', 'two']));
    await keptAre([one, two]);
    later.remove(one);
    writeDraft(later);
    later.end();
    await keptAre([two]);
    // A draft that is older names one that was sent, and one that was never kept.
    expect(await new ChosenPhotos([one, newUuid7(), 'old']).settle()).toEqual([one, 'old']);
  });

  it('are opened again with a connection, if they need one', async () => {
    const answers = [{ failed: 'picture' }, { failed: 'decoder' }, { blob: new Blob(['opened']) }];
    class FakeWorker {
      onmessage = (_: object) => undefined;
      postMessage = () => queueMicrotask(() => this.onmessage({ data: answers.shift()! }));
      terminate = () => undefined;
    }
    Object.assign(window, { OffscreenCanvas: class {}, Worker: FakeWorker });
    const photos = new ChosenPhotos([]);
    photos.add([photo('broken'), photo('heic')]);
    expect(await photos.settle()).toBeUndefined();
    const [broken, heic] = photos.store.get();
    expect([broken!.isFinal, heic!.isFinal]).toEqual([true, false]);
    expect([...photos.unopened.keys()]).toEqual([heic!.key]);
    photos.retry();
    await sentAre(1);
    expect(sent[0]!.headers['Idempotency-Key']).toBe(heic!.key);
    await keptAre([heic!.key]);
    expect(photos.unopened.size).toBe(0);
    photos.remove(broken!.key);
    expect(await photos.settle()).toEqual([heic!.key]);
    sent[0]!.lose();
  });

  it('are added once if they are shared again, since the page was left while one was prepared', async () => {
    const posted: ((answer: object) => void)[] = [];
    class FakeWorker {
      onmessage = (_: object) => undefined;
      postMessage = () => void posted.push((data) => this.onmessage({ data }));
      terminate = () => undefined;
    }
    Object.assign(window, { OffscreenCanvas: class {}, Worker: FakeWorker });
    const [one, two] = [newUuid7(), newUuid7()];
    const shared = new Map([one, two].map((key) => [key, photo(key)]));
    const photos = new ChosenPhotos([]);
    expect(await photos.addShared(shared)).toBe(0);
    writeDraft(photos);
    posted[0]!({ blob: new Blob(['one']) });
    await waitFor(() => expect(posted).toHaveLength(2));
    await sentAre(1);
    photos.end();
    sent[0]!.answer(201, { _id: 'one' });
    await photos.settle();
    expect([...photos.unopened.keys()]).toEqual([two]);
    await photos.addShared(new Map([['late', photo('late')]]));
    expect([...photos.unopened.keys()]).toEqual([two, 'late']);

    const later = new ChosenPhotos([one, two]);
    expect(await later.addShared(shared)).toBe(0);
    expect(later.store.get()).toMatchObject([{ key: one, isKept: true }, { key: two }]);
    await waitFor(() => expect(posted).toHaveLength(3));
    posted[2]!({ blob: new Blob(['two']) });
    expect(await later.settle()).toEqual([one, two]);
    await keptAre([one, two]);
    await sentAre(2);
    sent[1]!.lose();
  });

  it('hold their entry up if a proxy finds one too large, until it is removed', async () => {
    const photos = new ChosenPhotos([]);
    photos.add([photo('one')]);
    await sentAre(1);
    sent[0]!.answerForeign(413);
    await waitFor(() => expect(photos.store.get()[0]?.problem).toBeDefined());
    expect(await photos.settle()).toBeUndefined();
  });

  it.each([
    ['the storage is full', () => (state.isFull = true)],
    ['what is left is for words', () => leaveRoom(20_000_000)],
  ])('hold their entry up if %s, with a sentence, until they are sent', async (_why, fill) => {
    fill();
    const photos = new ChosenPhotos([]);
    photos.add([photo('one')]);
    await waitFor(() =>
      expect(photos.store.get()[0]?.problem).toMatch(/^This device has no room to keep this photo/),
    );
    await sentAre(1);
    sent[0]!.lose();
    expect(await photos.settle()).toBeUndefined();
    photos.retry();
    await sentAre(2);
    sent[1]!.answer(201, { _id: 'one' });
    expect(await photos.settle()).toEqual(['one']);
  });
});
