import { randomUUID } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Types } from 'mongoose';
import { ErasureService } from '../src/photos/erasure.service.js';
import { Inventory } from '../src/photos/inventory.js';
import { get, type MediaUnderTest, picture, startMedia } from './harness.js';

const DAY_MS = 24 * 60 * 60_000;

describe('the store and the documents of photos', () => {
  let media: MediaUnderTest;
  let jpeg: Buffer;
  let userId: string;

  beforeAll(async () => {
    media = await startMedia();
    jpeg = await picture().jpeg().toBuffer();
  });

  afterAll(() => media.stop());

  beforeEach(() => {
    userId = `user-${randomUUID()}`;
  });

  const upload = async () => (await media.upload(userId, jpeg)).body._id;
  const check = (inDays = 0) =>
    Promise.all(media.apps.map((app) => app.get(Inventory).check(new Date(Date.now() + inDays * DAY_MS))));
  const filesOf = (id: string) => media.files().filter((name) => name.startsWith(id));
  const open = (photoId: string) => media.call('media.open-photo', { userId, photoId, size: 'large' });
  /** As after the restoration of a database that is older than the photo. */
  const forget = () => media.photos.deleteMany({ userId });
  const room = () => media.call('media.get-room', {});

  it('keep bytes without a document for a week after they were found, and then delete them', async () => {
    const [kept, stray] = [await upload(), await upload()];
    await media.photos.deleteOne({ _id: new Types.ObjectId(stray) });
    await check();
    await check(6.9);
    expect(filesOf(stray)).toHaveLength(2);
    await check(7.1);
    expect(filesOf(stray)).toEqual([]);
    expect((await get(await open(kept))).status).toBe(200);
  });

  it('keep them for longer if their document was back meanwhile', async () => {
    const id = await upload();
    const document = (await media.photos.findOne({ userId }))!;
    await forget();
    await check();
    await media.photos.insertOne(document);
    await check(7.1);
    await forget();
    await check(7.2);
    expect(filesOf(id)).toHaveLength(2);
    await check(14.3);
    expect(filesOf(id)).toEqual([]);
  });

  it('leave the bytes of people whom the database does not know', async () => {
    const id = await upload();
    await forget();
    await media.dataKeys.deleteOne({ _id: userId });
    await check();
    await check(8);
    expect(filesOf(id)).toHaveLength(2);
  });

  it('delete all bytes with the account, also those without a document', async () => {
    const id = await upload();
    await forget();
    await check();
    const own = { _id: { $regex: `^${userId}/` } };
    expect(await media.strays.countDocuments(own)).toBe(2);
    await media.apps[0].get(ErasureService).eraseAccount(userId);
    expect(filesOf(id)).toEqual([]);
    expect(await media.strays.countDocuments(own)).toBe(0);
  });

  it('tell of documents whose bytes are gone, until they are back', async () => {
    const [here, gone] = [await upload(), await upload()];
    const before = (await room()).missing;
    const store = media.stores[0]!;
    const sealed = Buffer.concat(
      (await (await store.open(`${userId}/${gone}-small`))!.toArray()) as Buffer[],
    );
    await store.delete(`${userId}/${gone}-small`);
    await check();
    // It may still be on its way.
    expect((await room()).missing).toBe(before);
    await check(1);
    expect((await room()).missing).toBe(before + 1);
    expect((await get(await open(here))).status).toBe(200);
    await store.put(`${userId}/${gone}-small`, sealed);
    await check(1);
    expect((await room()).missing).toBe(before);
  });

  /** A file that cannot be opened, in place of the photo's. */
  const forbid = (file: string) => {
    rmSync(file);
    symlinkSync(file, file);
  };

  it.each([
    ['its whole folder is gone', (file: string) => rmSync(dirname(file), { recursive: true })],
    ['it cannot be opened', forbid],
  ])('tell of it at once when somebody looks at the photo and %s', async (_what, spoil) => {
    const id = await upload();
    const before = (await room()).missing;
    spoil(join(media.folder, userId, `${id}-large`));
    expect((await get(await open(id))).status).toBe(400);
    expect((await room()).missing).toBe(before + 1);
    await check(1);
    expect((await room()).missing).toBe(before + 1);
  });

  it('are counted, by person and in all', async () => {
    const before = await room();
    await upload();
    await upload();
    const used = (await media.photos.find({ userId }).toArray()).reduce(
      (sum, one) => sum + one.storedBytes,
      0,
    );
    const usage = { photos: 2, usedBytes: used };
    expect(await media.call('media.list-usage', { userIds: [userId, 'nobody'] })).toEqual({
      [userId]: usage,
    });
    expect(await room()).toEqual({
      photos: before.photos + 2,
      usedBytes: before.usedBytes + used,
      missing: before.missing,
      freeBytes: expect.any(Number),
    });
  });
});
