import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { canonicalHash } from '../canonical-hash.js';
import type { DataKeys } from './data-keys.js';
import { FRAME_BYTES, open, seal, SealError, type SealingKey } from './sealed-bytes.js';
import { bytesOf, type StoredBytes } from './stored-bytes.js';

/** The place of a text. A text that is encrypted for one place cannot be moved to another, where decryption fails. */
export interface Place {
  /** The user whose data key encrypts the text. */
  userId: string;
  documentId: string;
  /** `<collection>.<field>`. */
  field: string;
}

/** Decrypts texts of one user. Throws SealError as `FieldEncryption.open` does. */
export type Opener = (place: Omit<Place, 'userId'>, stored: StoredBytes) => string;

/** Encrypts single fields of documents with the user's data key. */
export class FieldEncryption {
  /** The fingerprint key that is derived from each data key, for as long as the data key is in use. */
  private readonly fingerprintKeys = new WeakMap<SealingKey, KeyObject>();

  constructor(private readonly keys: DataKeys) {}

  /** Throws `unauthenticated` if the account was deleted. */
  async seal(place: Place, text: string): Promise<Buffer> {
    return seal(await this.keys.forWriting(place.userId), contextOf(place), Buffer.from(text));
  }

  /** Throws SealError if the bytes were changed or moved, or the key was destroyed. */
  async open(place: Place, stored: StoredBytes): Promise<string> {
    return open(await this.keys.forReading(place.userId), contextOf(place), bytesOf(stored)).toString();
  }

  /**
   * Does the same as `open` for many texts of one user, synchronously and with one key lookup. Drop the opener with the
   * request: it keeps working after the key is destroyed.
   */
  async openerOf(userId: string): Promise<Opener> {
    const key = await this.keys.findKey(userId);
    return (place, stored) => {
      if (!key) throw new SealError('the data key is gone');
      return open(key, contextOf({ userId, ...place }), bytesOf(stored)).toString();
    };
  }

  /**
   * Makes values of one user comparable without revealing them: an HMAC-SHA-256, in hex, of the canonical form of a
   * JSON value. A plain hash would let a reader of the database guess texts. Throws as `seal` does.
   */
  async fingerprint(userId: string, value: unknown): Promise<string> {
    return canonicalHash(value, this.fingerprintKeyOf(await this.keys.forWriting(userId)));
  }

  private fingerprintKeyOf(key: SealingKey): KeyObject {
    const cached = this.fingerprintKeys.get(key);
    if (cached) return cached;
    const bytes = hkdfSync('sha256', key.secret, '', 'inner-weather fingerprint', 32);
    const fingerprintKey = createSecretKey(Buffer.from(bytes));
    this.fingerprintKeys.set(key, fingerprintKey);
    return fingerprintKey;
  }
}

/** The length of a text in bytes of UTF-8, whether it is encrypted or not. */
export function textBytes(text: StoredBytes | string): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : bytesOf(text).length - FRAME_BYTES;
}

const contextOf = ({ userId, documentId, field }: Place): string[] => [field, userId, documentId];
