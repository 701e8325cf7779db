import {
  FieldEncryption,
  type Opener,
  type Place,
} from '@inner-weather/platform/encryption/field-encryption';
import { tagKeyOf } from '@inner-weather/contracts/tags';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { tagsIn } from './entry.mapper.js';
import {
  ENTRIES_COLLECTION,
  type Entry,
  type ReadableEntry,
  SEALED_FIELDS,
  type SealedField,
} from './entry.schema.js';

/** A token of a tag, in hexadecimal digits. */
const TOKEN_DIGITS = 32;

/** Of an entry, or of a part of one: as it is stored. */
export type Sealed<E> = Omit<E, SealedField> &
  Pick<Entry, SealedField & keyof E> &
  Partial<Pick<Entry, 'tagTokens'>>;

type Text = Partial<Pick<ReadableEntry, SealedField>>;
type Ids = Pick<Entry, '_id' | 'userId'>;
type Readable = Text & { _id: Types.ObjectId };

/** Encrypts and decrypts the sealed fields of entries, each for its place in the database. */
@Injectable()
export class EntrySealing {
  constructor(private readonly encryption: FieldEncryption) {}

  /** Throws `unauthenticated` when the account was deleted. */
  async seal<E extends Text>(ids: Ids, entry: E): Promise<Sealed<E>> {
    const sealed: Partial<Pick<Entry, SealedField>> = {};
    for (const field of SEALED_FIELDS) {
      const text = entry[field];
      if (text !== undefined) sealed[field] = await this.encryption.seal(placeOf(ids, field), text);
    }
    const tagTokens =
      entry.tags === undefined ? {} : { tagTokens: await this.tokensOf(ids.userId, entry.tags) };
    return { ...entry, ...sealed, ...tagTokens } as Sealed<E>;
  }

  /** What entries with this tag are found by: 128 bits. Throws `unauthenticated` when the account was deleted. */
  async tokenOf(userId: string, tag: string): Promise<string> {
    return (await this.encryption.fingerprint(userId, { tag: tagKeyOf(tag) })).slice(0, TOKEN_DIGITS);
  }

  /**
   * Decrypts entries of one person: see `openerOf` of FieldEncryption. The opener throws SealError for text that was
   * changed or moved, or whose key is gone.
   */
  async openerOf<E extends Readable>(userId: string): Promise<(stored: Sealed<E>) => E> {
    const openText = await this.encryption.openerOf(userId);
    return (stored) => opened(stored, openText);
  }

  private tokensOf(userId: string, tags: string): Promise<string[]> {
    return Promise.all(tagsIn(tags).map((tag) => this.tokenOf(userId, tag)));
  }
}

function opened<E extends Readable>(stored: Sealed<E>, openText: Opener): E {
  const entry = stored as Sealed<Text> & Readable;
  const documentId = String(entry._id);
  const texts: Text = {};
  for (const field of SEALED_FIELDS) {
    const text = entry[field];
    if (text !== undefined) texts[field] = openText({ documentId, field: nameOf(field) }, text);
  }
  return { ...stored, ...texts } as unknown as E;
}

const placeOf = ({ _id, userId }: Ids, field: SealedField): Place => ({
  userId,
  documentId: String(_id),
  field: nameOf(field),
});

const nameOf = (field: SealedField): string => `${ENTRIES_COLLECTION}.${field}`;
