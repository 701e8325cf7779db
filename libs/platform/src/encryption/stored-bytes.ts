import type { mongo } from 'mongoose';

/** Bytes are written as a Buffer, and the driver returns them as a Binary. */
export type StoredBytes = Buffer | mongo.Binary;

/** Returns a view of the bytes, not a copy. */
export function bytesOf(stored: StoredBytes): Buffer {
  if (Buffer.isBuffer(stored)) return stored;
  const { buffer, position } = stored;
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}
