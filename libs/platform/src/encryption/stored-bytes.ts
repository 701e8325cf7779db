import type { mongo } from 'mongoose';

/** Bytes as they are written, and as the driver returns them. */
export type StoredBytes = Buffer | mongo.Binary;

/** The bytes themselves, not a copy of them. */
export function bytesOf(stored: StoredBytes): Buffer {
  if (Buffer.isBuffer(stored)) return stored;
  const { buffer, position } = stored;
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}
