import { hkdfSync } from 'node:crypto';
import { canonicalHash } from '../mongo/canonical-hash.js';
import type { DataKeys } from './data-keys.js';
import { open, seal } from './sealed-bytes.js';
import { bytesOf, type StoredBytes } from './stored-bytes.js';

/** Where a text belongs. Sealed for one place it opens at no other, so that nobody can move it between documents. */
export interface Place {
  /** Whose data key it is under. */
  userId: string;
  documentId: string;
  /** `<collection>.<field>`. */
  field: string;
}

/** A text as it is stored: bytes, or text where it was written before encryption was on. */
export type StoredText = StoredBytes | string;

/** Encrypts single fields of documents, each under its person's data key. */
export class FieldEncryption {
  constructor(private readonly keys: DataKeys) {}

  /** Throws `unauthenticated` when the account was deleted. */
  async seal(place: Place, text: string): Promise<Buffer> {
    return seal(await this.keys.forWriting(place.userId), contextOf(place), Buffer.from(text));
  }

  /** Throws SealError for what was changed, moved, or sealed under a key that is gone. */
  async open(place: Place, stored: StoredText): Promise<string> {
    if (typeof stored === 'string') return stored;
    return open(await this.keys.forReading(place.userId), contextOf(place), bytesOf(stored)).toString();
  }

  /**
   * Tells values of one person apart without giving them away: an HMAC-SHA-256, in hex, of a JSON value's meaning.
   * A plain hash would let whoever reads the database try out what was written. Throws as `seal`.
   */
  async fingerprint(userId: string, value: unknown): Promise<string> {
    const { secret } = await this.keys.forWriting(userId);
    return canonicalHash(value, Buffer.from(hkdfSync('sha256', secret, '', 'inner-weather fingerprint', 32)));
  }
}

const contextOf = ({ userId, documentId, field }: Place): string[] => [field, userId, documentId];
