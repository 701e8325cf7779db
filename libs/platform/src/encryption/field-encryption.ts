import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { canonicalHash } from '../canonical-hash.js';
import type { DataKeys } from './data-keys.js';
import { FRAME_BYTES, open, seal, SealError, type SealingKey } from './sealed-bytes.js';
import { bytesOf, type StoredBytes } from './stored-bytes.js';

/** The place of a text. A text that is encrypted for one place cannot be decrypted at another: nobody can move it. */
export interface Place {
  /** The person whose data key encrypts it. */
  userId: string;
  documentId: string;
  /** `<collection>.<field>`. */
  field: string;
}

/** Decrypts texts of one person. Throws SealError as `open` of FieldEncryption does. */
export type Opener = (place: Omit<Place, 'userId'>, stored: StoredBytes) => string;

/** Encrypts single fields of documents with the data key of their person. */
export class FieldEncryption {
  /** The keys of fingerprints. Each is derived once, and forgotten with the data key that it is derived from. */
  private readonly fingerprintKeys = new WeakMap<SealingKey, KeyObject>();

  constructor(private readonly keys: DataKeys) {}

  /** Throws `unauthenticated` when the account was deleted. */
  async seal(place: Place, text: string): Promise<Buffer> {
    return seal(await this.keys.forWriting(place.userId), contextOf(place), Buffer.from(text));
  }

  /** Throws SealError when the bytes were changed or moved, or their key was destroyed. */
  async open(place: Place, stored: StoredBytes): Promise<string> {
    return open(await this.keys.forReading(place.userId), contextOf(place), bytesOf(stored)).toString();
  }

  /**
   * What `open` does, for many texts of one person: the key is fetched once, and no text is waited for. To be dropped
   * with the request, since it would still open what a destroyed key has encrypted.
   */
  async openerOf(userId: string): Promise<Opener> {
    const key = await this.keys.findKey(userId);
    return (place, stored) => {
      if (!key) throw new SealError('the data key is gone');
      return open(key, contextOf({ userId, ...place }), bytesOf(stored)).toString();
    };
  }

  /**
   * Compares values of one person without revealing them: an HMAC-SHA-256, in hex, of the canonical form of a JSON value.
   * With a plain hash, a reader of the database could guess what was written. Throws as `seal` does.
   */
  async fingerprint(userId: string, value: unknown): Promise<string> {
    return canonicalHash(value, this.fingerprintKeyOf(await this.keys.forWriting(userId)));
  }

  private fingerprintKeyOf(key: SealingKey): KeyObject {
    const known = this.fingerprintKeys.get(key);
    if (known) return known;
    const bytes = hkdfSync('sha256', key.secret, '', 'inner-weather fingerprint', 32);
    const derived = createSecretKey(Buffer.from(bytes));
    this.fingerprintKeys.set(key, derived);
    return derived;
  }
}

/** The length of a text in bytes of UTF-8: the same before and after it is encrypted. */
export function textBytes(text: StoredBytes | string): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : bytesOf(text).length - FRAME_BYTES;
}

const contextOf = ({ userId, documentId, field }: Place): string[] => [field, userId, documentId];
