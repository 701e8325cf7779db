import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventually } from '@inner-weather/testing/eventually';
import { Types } from 'mongoose';
import sharp from 'sharp';
import { BytesServer } from '../src/bytes/bytes-server.js';
import { PhotosRepository } from '../src/photos/photos.repository.js';
import { PhotosService } from '../src/photos/photos.service.js';
import type { PictureReader } from '../src/pictures/picture-reader.js';
import { get, type MediaUnderTest, picture, put, startMedia } from './harness.js';

const DAY_MS = 24 * 60 * 60_000;

describe('photos', () => {
  let media: MediaUnderTest;
  let userId: string;
  let jpeg: Buffer;

  beforeAll(async () => {
    media = await startMedia({ STORED_PHOTOS_MB_PER_PERSON: 1 });
    jpeg = await picture().jpeg().toBuffer();
  });

  afterAll(() => media.stop());

  beforeEach(() => {
    userId = `user-${randomUUID()}`;
    media.journal.used.clear();
    media.journal.isAway = false;
    media.journal.whileAsked = () => Promise.resolve();
  });

  const upload = async (of = userId, key?: string) => (await media.upload(of, jpeg, key)).body;
  const stored = (id: string) => media.photos.findOne({ userId, ...(id && { storedBytes: { $gte: 0 } }) });
  const filesOf = (id: string) => media.files().filter((name) => name.startsWith(id));
  const open = (photoId: string, size: 'large' | 'small' = 'large', of = userId, form?: 'jpeg') =>
    media.call('media.open-photo', { userId: of, photoId, size, form });
  const makeDue = () =>
    media.photos.updateMany(
      { userId },
      { $set: { checkAt: new Date(Date.now() - 1), claimedAt: new Date(Date.now() - DAY_MS) } },
    );
  const sweep = () => Promise.all(media.departures.map((departures) => departures.sweep()));

  it('arrive, are kept encrypted in two sizes, and are read back', async () => {
    const photo = await upload();
    expect(photo).toMatchObject({ width: 640, height: 480, description: '' });
    expect(filesOf(photo._id).sort()).toEqual([`${photo._id}-large`, `${photo._id}-small`]);
    const large = await get(await open(photo._id));
    expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
    const small = await get(await open(photo._id, 'small'));
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
    const copy = await get(await open(photo._id, 'large', userId, 'jpeg'));
    expect(await sharp(copy.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    for (const store of media.stores) {
      const sealed = await store.open(`${userId}/${photo._id}-large`);
      const bytes = Buffer.concat((await sealed!.toArray()) as Buffer[]);
      expect(bytes.includes('WEBP')).toBe(false);
    }
  });

  it('are found by their owner only', async () => {
    const { _id } = await upload();
    await expect(open(_id, 'large', `${userId}-other`)).rejects.toMatchObject({ code: 'not_found' });
    const theirs = { userId: `${userId}-other`, photoIds: [_id] };
    expect(await media.call('media.list-photos', theirs)).toEqual({ photos: [] });
    expect(await media.call('media.claim-photos', theirs)).toEqual({ photoIds: [] });
  });

  // How else a file may be changed: photo-sealing.spec.ts.
  it('are damaged, not away, when their file is changed at its end', async () => {
    const { _id } = await upload();
    const file = join(media.folder, userId, `${_id}-large`);
    const sealed = readFileSync(file);
    writeFileSync(file, Buffer.concat([sealed.subarray(0, -1), Buffer.of(sealed.at(-1)! ^ 1)]));
    const { status, bytes } = await get(await open(_id, 'large', userId, 'jpeg'));
    expect({ status, ...JSON.parse(bytes.toString()) }).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ code: 'photo_damaged' }],
    });
    await expect(get(await open(_id))).rejects.toThrow();
  });

  it('need a ticket, which works once and for what it was issued', async () => {
    const { _id } = await upload();
    const ticket = await open(_id);
    expect((await put(ticket, jpeg)).body.code).toBe('unauthenticated');
    expect((await get(ticket)).status).toBe(200);
    expect((await get(ticket)).status).toBe(400);
    expect((await get({ ...ticket, token: 'guessed' })).status).toBe(400);
  });

  it('are one, however often a request with one key is repeated', async () => {
    const key = randomUUID();
    const photo = await upload(userId, key);
    expect((await media.upload(userId, jpeg, key)).body).toEqual(photo);
    expect(await media.photos.countDocuments({ userId })).toBe(1);
  });

  it('have a description, which is stored encrypted', async () => {
    const { _id } = await upload();
    const description = 'Two dogs in the snow';
    const photo = await media.call('media.describe-photo', { userId, photoId: _id, description });
    expect(photo).toMatchObject({ _id, description });
    expect(JSON.stringify(await stored(_id))).not.toContain(description);
    const raw = await media.photos.findOne({ userId });
    expect(Buffer.from(raw!.description as Buffer).includes(description)).toBe(false);
  });

  it('leave nothing of an upload that ends early', async () => {
    const body = Readable.from(halves());
    async function* halves() {
      yield jpeg.subarray(0, 1_000);
      await Promise.resolve();
      throw new Error('the connection is lost');
    }
    await expect(media.upload(userId, body)).rejects.toThrow();
    await eventually(() => expect(media.files().filter((name) => /^[\da-f-]{36}$/.test(name))).toEqual([]));
    expect((await media.photos.findOne({ userId }))?.state).toBe('arriving');
    expect(await media.call('media.get-storage', { userId })).toMatchObject({ usedBytes: 0, photos: 0 });
  });

  it('leave nothing of one that is none, and are not begun without end', async () => {
    expect((await media.upload(userId, Buffer.from('no picture'))).status).toBeGreaterThanOrEqual(400);
    expect(await media.photos.findOne({ userId })).toBeNull();
    const now = new Date();
    const begun = { userId, state: 'arriving' as const, upload: 'lost', createdAt: now, claimedAt: now };
    await media.photos.insertMany(
      Array.from({ length: 200 }, () => ({
        _id: new Types.ObjectId(),
        ...begun,
        storedBytes: 0,
        checkAt: now,
      })),
    );
    await expect(upload()).rejects.toMatchObject({ code: 'rate_limited' });
    await media.photos.deleteOne({ userId });
    expect(await upload()).toMatchObject({ width: 640 });
  });

  it('are refused where the quota of their owner ends, and nobody else is affected', async () => {
    const noise = await sharp({
      create: {
        width: 1600,
        height: 1200,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .jpeg({ quality: 70 })
      .toBuffer();
    let last = 0;
    for (let n = 0; n < 9 && last < 400; n += 1)
      last = (await media.upload(userId, noise).catch(() => ({ status: 413 }))).status;
    expect(last).toBeGreaterThanOrEqual(400);
    const { usedBytes, maxBytes } = await media.call('media.get-storage', { userId });
    expect(usedBytes).toBeLessThanOrEqual(maxBytes);
    expect((await media.upload(`${userId}-other`, jpeg)).status).toBe(200);
  });

  describe('depart', () => {
    it('a day after they arrived, if no entry has them, and may be sent again with their key, under the same id', async () => {
      const key = randomUUID();
      const { _id } = await upload(userId, key);
      await sweep();
      expect(filesOf(_id)).toHaveLength(2);
      await makeDue();
      await sweep();
      expect(filesOf(_id)).toEqual([]);
      expect(await media.photos.countDocuments({ userId, state: 'kept' })).toBe(0);
      expect(await media.call('media.claim-photos', { userId, photoIds: [_id] })).toEqual({ photoIds: [] });
      expect((await upload(userId, key))._id).toBe(_id);
      expect(await media.call('media.claim-photos', { userId, photoIds: [_id] })).toEqual({
        photoIds: [_id],
      });
      expect((await get(await open(_id))).status).toBe(200);
    });

    it('not while journal does not answer, or an entry has them, which is asked once', async () => {
      const { _id } = await upload();
      media.journal.used.add(_id);
      await makeDue();
      media.journal.isAway = true;
      await expect(sweep()).rejects.toThrow('journal is away');
      expect((await get(await open(_id))).status).toBe(200);
      media.journal.isAway = false;
      await makeDue();
      await sweep();
      expect((await get(await open(_id))).status).toBe(200);
      expect((await media.photos.findOne({ userId }))?.checkAt).toBeUndefined();
    });

    it('when their entry is gone, by an event that comes twice', async () => {
      const [{ _id: dropped }, { _id: elsewhere }] = [await upload(), await upload()];
      media.journal.used.add(elsewhere);
      await media.photos.updateMany({ userId }, { $unset: { checkAt: 1 }, $set: { claimedAt: new Date(0) } });
      const event = { userId, photoIds: [dropped, elsewhere] };
      const eventId = randomUUID();
      await media.publish('journal', 'journal.photos.dropped.v1', event, { eventId });
      await media.publish('journal', 'journal.photos.dropped.v1', event, { eventId });
      await eventually(() => expect(filesOf(dropped)).toEqual([]));
      await eventually(async () => expect(await media.photos.countDocuments({ userId })).toBe(1));
      expect((await get(await open(elsewhere))).status).toBe(200);
      await expect(open(dropped)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('not if an entry is about to have them, whatever an older event says', async () => {
      const { _id } = await upload();
      await media.call('media.claim-photos', { userId, photoIds: [_id] });
      await media.departures[0]!.drop(userId, [_id]);
      expect((await get(await open(_id))).status).toBe(200);
      // It is asked about once the call that stores the entry must have ended.
      const { checkAt } = (await media.photos.findOne({ userId }))!;
      expect(checkAt!.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
      // Nor if that comes after journal was asked.
      await makeDue();
      media.journal.whileAsked = () => media.call('media.claim-photos', { userId, photoIds: [_id] });
      await sweep();
      expect((await get(await open(_id))).status).toBe(200);
    });

    it('when their entry goes right after journal has said that it has them', async () => {
      const { _id } = await upload();
      media.journal.used.add(_id);
      await makeDue();
      const repository = media.apps[0].get(PhotosRepository);
      media.journal.whileAsked = () => repository.checkSoon(userId, [_id]);
      await media.departures[0]!.sweep();
      media.journal.used.delete(_id);
      await sweep();
      expect(filesOf(_id)).toEqual([]);
      expect(await media.photos.countDocuments({ userId })).toBe(0);
    });

    it('also after a crash between their bytes and their document', async () => {
      const { _id } = await upload();
      await media.photos.updateMany({ userId }, { $set: { state: 'leaving', checkAt: new Date(0) } });
      await media.stores[0]!.delete(`${userId}/${_id}-large`);
      await sweep();
      expect(filesOf(_id)).toEqual([]);
      expect(await media.photos.countDocuments({ userId })).toBe(0);
    });

    it('with their account, whose key is destroyed', async () => {
      const { _id } = await upload();
      await media.publish('auth', 'auth.user.deleted.v1', { userId });
      await eventually(async () => expect(await media.photos.countDocuments({ userId })).toBe(0));
      expect(filesOf(_id)).toEqual([]);
      expect(await media.dataKeys.findOne({ _id: userId })).not.toHaveProperty('wrapped');
      expect(await upload()).toMatchObject({ code: 'unauthenticated' });
    });

    it('with an account that was deleted while they arrived', async () => {
      const begun = await media.call('media.begin-upload', { userId });
      await media.dataKeys.updateOne(
        { _id: userId },
        { $set: { destroyedAt: new Date() }, $unset: { wrapped: 1 } },
        { upsert: true },
      );
      const { status } = await put(begun as { url: string; token: string }, jpeg);
      expect(status).toBe(400);
      expect(media.files().filter((name) => name.includes(userId))).toEqual([]);
    });
  });

  describe('of which one waits for its turn to be decoded', () => {
    let key: string;
    /** Lets the photo be decoded that waits. */
    let release: () => void;
    /** The replica that it waits in. */
    let replica: MediaUnderTest['apps'][number] | undefined;

    const reads: PictureReader['read'][] = [];
    let servers: Server[];
    let silenceMs: number[];

    beforeAll(() => {
      servers = media.apps.map((app) => app.get<{ server: Server }>(BytesServer).server);
      silenceMs = servers.map(({ timeout }) => timeout);
      for (const [index, reader] of media.readers.entries()) {
        const read = reader.read.bind(reader);
        reads.push(read);
        reader.read = async (...args) => {
          replica = media.apps[index];
          await new Promise<void>((resolve) => (release = resolve));
          return read(...args);
        };
      }
    });

    afterAll(() => {
      media.readers.forEach((reader, index) => (reader.read = reads[index]!));
      servers.forEach((server, index) => server.setTimeout(silenceMs[index]));
    });

    beforeEach(() => {
      key = randomUUID();
      replica = undefined;
    });

    /** Sends a photo, and resolves when it waits. */
    async function send() {
      const answer = media.upload(userId, await picture().jpeg().toBuffer(), key);
      const app = await eventually(() => {
        expect(replica).toBeDefined();
        return replica!;
      });
      return { answer, app };
    }

    it('is not given up because of its silence', async () => {
      for (const server of servers) server.setTimeout(100);
      const { answer, app } = await send();
      const { port } = servers[media.apps.indexOf(app)]!.address() as AddressInfo;
      // This connection is silent since later, and is ended.
      await once(connect(port, '127.0.0.1').resume(), 'close');
      release();
      expect((await answer).status).toBe(200);
    });

    it('is not sent a second time meanwhile', async () => {
      const { answer, app } = await send();
      const photos = app.get(PhotosService);
      await expect(photos.begin(userId, key)).rejects.toMatchObject({ code: 'unavailable' });
      release();
      const { status, body } = await answer;
      expect(status).toBe(200);
      expect(await photos.begin(userId, key)).toEqual(body);
    });
  });
});
