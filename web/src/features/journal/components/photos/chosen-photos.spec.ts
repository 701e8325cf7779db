import { waitFor } from '@testing-library/react';
import { tokenOf } from '../../../../../test/builders';
import { type FakeUpload, fakeUploads } from '../../../../../test/fake-uploads';
import { openSession } from '../../../../lib/api/session';
import { ChosenPhotos } from './chosen-photos';

let sent: FakeUpload[];
let restore: () => void;

const photo = (name: string) => new File(['pixels'], name, { type: 'image/png' });
const sentAre = (count: number) => waitFor(() => expect(sent).toHaveLength(count));

describe('photos that are chosen for an entry', () => {
  beforeEach(() => {
    ({ sent, restore } = fakeUploads());
    openSession(tokenOf());
  });

  afterEach(() => restore());

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
    sent[1]!.answer(201, { _id: 'one' });
    expect(await photos.settle()).toEqual(['one']);
    expect(sent[1]!.headers['Idempotency-Key']).toBe(sent[0]!.headers['Idempotency-Key']);
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
