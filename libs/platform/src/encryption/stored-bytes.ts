import type { mongo } from 'mongoose';

/** Bytes as they are written, and as the driver gives them back. */
export type StoredBytes = Buffer | mongo.Binary;

export function bytesOf(stored: StoredBytes): Buffer {
  return Buffer.isBuffer(stored) ? stored : Buffer.from(stored.buffer.subarray(0, stored.position));
}
