import {
  FieldEncryption,
  type Opener,
  type Place,
} from '@inner-weather/platform/encryption/field-encryption';
import { tagKeyOf } from '@inner-weather/domain/entries/tags';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { tagsIn } from './entry.mapper.js';
import {
  ENTRIES_COLLECTION,
  type Entry,
  type ReadableEntry,
  SEALED_FIELDS,
  type SealedField,
} from './entry.schema.js';

/** The length of a tag's token, in hexadecimal digits. */
const TOKEN_DIGITS = 32;

/** The length of an entry's id, in hexadecimal digits. */
const ID_DIGITS = 24;

/** An entry, or a part of one, with its sealed fields encrypted as in the database. */
export type Sealed<E> = Omit<E, SealedField> &
  Pick<Entry, SealedField & keyof E> &
  Partial<Pick<Entry, 'tagTokens'>>;

type Text = Partial<Pick<ReadableEntry, SealedField>>;
type Ids = Pick<Entry, '_id' | 'userId'>;
type Readable = Text & { _id: Types.ObjectId };

/** Encrypts and decrypts the sealed fields of entries. A ciphertext is bound to its entry and field. */
@Injectable()
export class EntrySealing {
  constructor(private readonly encryption: FieldEncryption) {}

  /** Throws `unauthenticated` when the account was deleted. */
  async seal<E extends Text>(ids: Ids, entry: E): Promise<Sealed<E>> {
    const sealedFields: Partial<Pick<Entry, SealedField>> = {};
    for (const field of SEALED_FIELDS) {
      const text = entry[field];
      if (text !== undefined) sealedFields[field] = await this.encryption.seal(placeOf(ids, field), text);
    }
    const tagTokens =
      entry.tags === undefined ? {} : { tagTokens: await this.tokensOf(ids.userId, entry.tags) };
    return { ...entry, ...sealedFields, ...tagTokens } as Sealed<E>;
  }

  /** The 128-bit token by which entries with this tag are found. Throws `unauthenticated` when the account was deleted. */
  async tokenOf(userId: string, tag: string): Promise<string> {
    return (await this.encryption.fingerprint(userId, { tag: tagKeyOf(tag) })).slice(0, TOKEN_DIGITS);
  }

  /**
   * The id of the check-in with the values that scripts have set for a day.
   * @param moved how many earlier ones of the day their writer has moved to other days
   */
  async idOfDay(userId: string, day: string, moved = 0): Promise<Types.ObjectId> {
    const measuredDay = moved === 0 ? day : `${day} ${moved}`;
    return new Types.ObjectId(
      (await this.encryption.fingerprint(userId, { measuredDay })).slice(0, ID_DIGITS),
    );
  }

  /**
   * Returns a function that decrypts entries of one person: see `openerOf` of FieldEncryption. It throws SealError for
   * text that was changed or moved, or whose key was destroyed.
   */
  async openerOf<E extends Readable>(userId: string): Promise<(entry: Sealed<E>) => E> {
    const openText = await this.encryption.openerOf(userId);
    return (entry) => openEntry(entry, openText);
  }

  private tokensOf(userId: string, tags: string): Promise<string[]> {
    return Promise.all(tagsIn(tags).map((tag) => this.tokenOf(userId, tag)));
  }
}

function openEntry<E extends Readable>(stored: Sealed<E>, openText: Opener): E {
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
