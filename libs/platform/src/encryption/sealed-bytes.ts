import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/*
 * AES-256-GCM with a random 96-bit nonce. Sealed bytes are
 *
 *   version (1 byte) | id of the key (8 bytes) | nonce (12 bytes) | ciphertext | tag (16 bytes)
 *
 * and can be opened only with the context that they were sealed with. The context is authenticated together with
 * version and key id, and is not stored.
 */

const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + ID_BYTES;
/** The length of everything except the ciphertext, which is as long as the plain text. */
export const FRAME_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES;

export const KEY_BYTES = 32;

/** A key and its id, which is part of the sealed bytes. */
export interface SealingKey {
  /** 8 bytes as 16 hexadecimal digits. */
  id: string;
  /** 32 bytes. With a Buffer in place of the KeyObject, Node 24 takes five times as long to create a cipher. */
  secret: KeyObject;
  /** Version and id, with which the bytes sealed by this key begin. */
  header: Buffer;
}

/**
 * Sealed bytes cannot be opened: they were changed, or sealed with another context or key. The message has no content.
 */
export class SealError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SealError';
  }
}

/** The id is derived from the secret, so that two keys never share an id. The default is a new random secret. */
export function sealingKey(secret: Buffer = randomBytes(KEY_BYTES)): SealingKey {
  const digest = createHash('sha256').update('inner-weather sealing key').update(secret).digest();
  const id = digest.subarray(0, ID_BYTES);
  const header = Buffer.concat([Buffer.of(VERSION), id]);
  return { id: id.toString('hex'), secret: createSecretKey(secret), header };
}

/** @param context the place of the bytes; opening them requires the same context */
export function seal(key: SealingKey, context: readonly string[], plain: Uint8Array): Buffer {
  const { header } = key;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(additionalData(header, context));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws SealError if the bytes were not sealed with this key and context. */
export function open(key: SealingKey, context: readonly string[], sealed: Buffer): Buffer {
  if (sealed.length < FRAME_BYTES || sealed[0] !== VERSION) throw new SealError('not sealed in a known way');
  if (key.header.compare(sealed, 0, HEADER_BYTES) !== 0) throw new SealError('sealed under another key');
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData(key.header, context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
  try {
    // Checks the tag. It returns no further text, since GCM encrypts byte by byte.
    decipher.final();
  } catch {
    throw new SealError('changed after it was sealed, or sealed for another place');
  }
  return text;
}

/** The context is encoded as JSON, so that different contexts never have the same bytes. */
function additionalData(header: Buffer, context: readonly string[]): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(context))]);
}
