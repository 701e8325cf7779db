import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MediaConfig } from '../config.js';
import type { EncryptedFile } from '../pictures/picture-reader.js';
import { ARRIVING } from '../store/folder-store.js';
import { StoreAway } from '../store/photo-store.js';

/** Milliseconds after which a file belongs to no upload any more. */
const LEFT_BEHIND_MS = 60 * 60_000;

const MEGABYTE = 1_000_000;

/**
 * Photos that are arriving, as files that are encrypted with keys that only this process has. Memory holds only the part
 * that has just arrived.
 */
@Injectable()
export class Incoming implements OnModuleInit {
  private readonly folder: string;

  constructor({ PHOTOS_DIR }: MediaConfig) {
    this.folder = join(PHOTOS_DIR ?? tmpdir(), ARRIVING);
  }

  /** Deletes what a killed process has left behind, and nothing of another replica. */
  async onModuleInit(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const file = join(this.folder, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - LEFT_BEHIND_MS) await rm(file, { force: true });
    }
  }

  /**
   * Receives a photo, hands it on, and deletes the file in any case. Throws `payload_too_large`, and `malformed_request`
   * if the sender goes away.
   */
  async during<T>(body: Readable, work: (file: EncryptedFile) => Promise<T>): Promise<T> {
    const file = join(this.folder, randomUUID());
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    try {
      await pipeline(
        body,
        atMost(LIMITS.photoBytesMax),
        createCipheriv('aes-256-ctr', key, iv),
        toFile(file),
      );
      return await work({ file, key, iv });
    } catch (error) {
      throw toKnown(error);
    } finally {
      await rm(file, { force: true });
    }
  }
}

const toFile = (file: string) => createWriteStream(file, { mode: 0o600, flags: 'wx' });

function atMost(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(tooLarge());
      else done(null, chunk);
    },
  });
}

const tooLarge = (): DomainError =>
  new DomainError(
    'payload_too_large',
    problem(PHOTO_PROBLEMS.photo_too_large, { max: LIMITS.photoBytesMax / MEGABYTE }),
  );

function toKnown(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new DomainError('malformed_request', problem(PHOTO_PROBLEMS.photo_unfinished));
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO') return new StoreAway(code, error);
  return error;
}
