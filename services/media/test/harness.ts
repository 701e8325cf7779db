import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PhotoDto } from '@inner-weather/contracts/photos/photos.dto';
import { startHarness } from '@inner-weather/platform/test/service-harness';
import sharp from 'sharp';
import { AppModule } from '../src/app.module.js';
import { MediaConfig } from '../src/config.js';
import { Departures } from '../src/photos/departures.js';
import { JournalReader } from '../src/photos/journal-reader.js';
import type { Photo } from '../src/photos/photo.schema.js';
import { PictureReader } from '../src/pictures/picture-reader.js';
import { PhotoStore } from '../src/store/photo-store.js';
import { builtChild } from './built-child.js';

export type MediaUnderTest = Awaited<ReturnType<typeof startMedia>>;

/** Two replicas of the service on a real broker and database. No journal runs: a function of the test answers for it. */
export async function startMedia(settings: Partial<MediaConfig> = {}) {
  const harness = await startHarness('media', ['journal', 'auth']);
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-photos-'));
  const config = Object.assign(new MediaConfig(), harness.settings, {
    PHOTOS_DIR: settings.S3_URL ? undefined : folder,
    // A test says when to look for photos without an entry.
    PHOTOS_CHECK_MS: 3_600_000,
    ...settings,
  });
  const apps = [
    await harness.serve(AppModule.forRoot(config)),
    await harness.serve(AppModule.forRoot(config)),
  ] as const;
  const childFile = builtChild();
  /** The photos that an entry has. */
  const journal = {
    used: new Set<string>(),
    isAway: false,
    whileAsked: () => Promise.resolve<unknown>(undefined),
  };
  for (const app of apps) {
    app.get(PictureReader).childFile = childFile;
    app.get(JournalReader).findUsed = async (_userId, photoIds) => {
      if (journal.isAway) throw new Error('journal is away');
      await journal.whileAsked();
      return new Set(photoIds.filter((id) => journal.used.has(id)));
    };
  }
  const { call, db } = harness;

  /** What the gateway does with a photo. Resolves with the photo, or what was refused. */
  async function upload(userId: string, bytes: Buffer | Readable, idempotencyKey?: string) {
    const begun = await call('media.begin-upload', { userId, idempotencyKey });
    if ('photo' in begun) return { status: 200, body: begun.photo };
    return put(begun, bytes);
  }

  return {
    call,
    journal,
    folder,
    apps,
    stores: apps.map((app) => app.get(PhotoStore)),
    readers: apps.map((app) => app.get(PictureReader)),
    departures: apps.map((app) => app.get(Departures)),
    photos: db.collection<Photo>('photos'),
    strays: db.collection<{ _id: string }>('strays'),
    dataKeys: db.collection<{ _id: string }>('datakeys'),
    publish: harness.publish,
    upload,
    /** Names of the files of the store, however deep. */
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((file) =>
        file.isFile() ? [file.name] : [],
      ),
    stop: harness.stop,
  };
}

export async function put({ url, token }: { url: string; token: string }, bytes: Buffer | Readable) {
  const body = bytes instanceof Readable ? (Readable.toWeb(bytes) as ReadableStream) : new Uint8Array(bytes);
  const response = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body,
    duplex: 'half',
  } as RequestInit);
  return {
    status: response.status,
    body: (await response.json()) as PhotoDto & { code?: string; errors?: { code: string }[] },
  };
}

export async function get({ url, token }: { url: string; token: string }) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A photo with some structure, so that it does not compress to nothing. */
export function picture(width = 640, height = 480, channels: 3 | 4 = 3) {
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < data.length; at += 1) data[at] = (at * 31 + Math.floor(at / width)) & 255;
  return sharp(data, { raw: { width, height, channels } });
}
