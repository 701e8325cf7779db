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
 * and can be opened only in the context that they were sealed for. The context is authenticated together with version and
 * key id, and is not stored.
 */

const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + ID_BYTES;
/** The length of everything but the ciphertext, which is as long as the plain text. */
export const FRAME_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES;

export const KEY_BYTES = 32;

/** A key and its id, which is part of the sealed bytes. */
export interface SealingKey {
  /** 8 bytes as 16 hexadecimal digits. */
  id: string;
  /** 32 bytes. Node 24 takes five times as long to begin with bare bytes as with a KeyObject. */
  secret: KeyObject;
  /** With what bytes that it seals begin: version and id. */
  header: Buffer;
}

/** Sealed bytes cannot be opened: they were changed, or have another context or key. The message holds no content. */
export class SealError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SealError';
  }
}

/** Creates a key of 32 random bytes. Its id is derived from them, so that no two keys have the same id. */
export function sealingKey(secret: Buffer = randomBytes(KEY_BYTES)): SealingKey {
  const digest = createHash('sha256').update('inner-weather sealing key').update(secret).digest();
  const id = digest.subarray(0, ID_BYTES);
  const header = Buffer.concat([Buffer.of(VERSION), id]);
  return { id: id.toString('hex'), secret: createSecretKey(secret), header };
}

/** @param context the place of the bytes; they can be opened only with the same one */
export function seal(key: SealingKey, context: readonly string[], plain: Uint8Array): Buffer {
  const { header } = key;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(header, context));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws SealError. */
export function open(key: SealingKey, context: readonly string[], sealed: Buffer): Buffer {
  if (sealed.length < FRAME_BYTES || sealed[0] !== VERSION) throw new SealError('not sealed in a known way');
  if (key.header.compare(sealed, 0, HEADER_BYTES) !== 0) throw new SealError('sealed under another key');
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(key.header, context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
  try {
    // Checks the tag. It adds nothing to the text: GCM encrypts byte by byte.
    decipher.final();
  } catch {
    throw new SealError('changed after it was sealed, or sealed for another place');
  }
  return text;
}

/** As JSON, so that no two contexts have the same bytes. */
function authenticated(header: Buffer, context: readonly string[]): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(context))]);
}
