import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/*
 * AES-256-GCM with a random 96-bit nonce. Sealed bytes are
 *
 *   version (1 byte) | id of the key (8 bytes) | nonce (12 bytes) | ciphertext | tag (16 bytes)
 *
 * and hold only for the very context that they were sealed for: it is authenticated with them, as are version and
 * key id, and stored nowhere.
 */

const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + ID_BYTES;
/** Everything but the ciphertext. */
const FRAME_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES;

export const KEY_BYTES = 32;

/** A key with the name that sealed bytes carry. */
export interface SealingKey {
  /** 8 bytes as 16 hexadecimal digits. */
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** Sealed bytes that cannot be opened: changed, of another place, or of another key. Its words hold no content. */
export class SealError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SealError';
  }
}

/** Makes a key of 32 random bytes; its name follows from them, so no other key can be taken for it. */
export function sealingKey(secret: Buffer = randomBytes(KEY_BYTES)): SealingKey {
  const digest = createHash('sha256').update('inner-weather sealing key').update(secret);
  return { id: digest.digest('hex').slice(0, 2 * ID_BYTES), secret };
}

/** @param context the place that the bytes belong to; they open only for the same one */
export function seal(key: SealingKey, context: readonly string[], plain: Uint8Array): Buffer {
  const header = Buffer.concat([Buffer.of(VERSION), Buffer.from(key.id, 'hex')]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(header, context));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws SealError. */
export function open(key: SealingKey, context: readonly string[], sealed: Buffer): Buffer {
  if (sealed.length < FRAME_BYTES || sealed[0] !== VERSION) throw new SealError('not sealed in a known way');
  const header = sealed.subarray(0, HEADER_BYTES);
  if (header.toString('hex', 1) !== key.id) throw new SealError('sealed under another key');
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(header, context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    throw new SealError('changed after it was sealed, or sealed for another place');
  }
}

/** JSON, so that no two contexts are the same bytes. */
function authenticated(header: Buffer, context: readonly string[]): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(context))]);
}
