import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@inner-weather/domain/limits';

/** Bytes of a body that is not needed and is still read: more than people send by mistake. */
const BYTES_MAX = 8 * 1024 * 1024;
/** The same for a photo: phones make larger ones than we take. */
export const PHOTO_READ_ON_MAX = 2 * LIMITS.photoBytesMax;
const TIMEOUT_MS = 5_000;

/**
 * Resolves when the whole request has arrived, or when it exceeds the limits. Many clients do not read the answer
 * before they have sent everything. If the connection closed earlier, they would see a broken pipe instead of the
 * answer.
 */
export function readOn(request: IncomingMessage, bytesMax = BYTES_MAX): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', count).off('close', finish).off('end', finish);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) finish();
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    request.on('data', count).on('end', finish).on('close', finish).resume();
  });
}
