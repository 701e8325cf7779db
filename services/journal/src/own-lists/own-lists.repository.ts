import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { EMPTY_LISTS, OWN_LIST_KINDS, type OwnListContents, type OwnListKind } from './own-list-kinds.js';
import { OwnList, OWN_LISTS_COLLECTION } from './own-list.schema.js';

/** A person's list of one kind. */
export interface Listed<K extends OwnListKind> {
  content: OwnListContents[K];
  /** Ids of deleted items, of which entries may still have values. */
  leaving: string[];
}

/** A list with deleted items. */
export type Leaving = Pick<OwnList, '_id' | 'version'> & Required<Pick<OwnList, 'leaving'>>;

/** Stores the lists that people keep for their whole journal, encrypted. */
@Injectable()
export class OwnListsRepository {
  constructor(
    @InjectModel(OwnList.name) private readonly lists: Model<OwnList>,
    private readonly encryption: FieldEncryption,
  ) {}

  /** A list that was never changed has version 0. */
  async find<K extends OwnListKind>(userId: string, kind: K): Promise<Listed<K> & Pick<OwnList, 'version'>> {
    const list = await this.lists.findOne({ _id: { userId, kind } }).lean<OwnList>();
    if (!list) return { version: 0, content: EMPTY_LISTS[kind], leaving: [] };
    const { version, leaving = [] } = list;
    const text = await this.encryption.open(placeOf(userId, kind), list.content);
    return { version, leaving, content: JSON.parse(text) as OwnListContents[K] };
  }

  /**
   * Changes a list. `edit` is given it and its version. Repeats `edit` when another change came between the read and the write. Throws what `edit` throws,
   * and `unauthenticated` if the account was deleted.
   */
  async change<K extends OwnListKind>(
    userId: string,
    kind: K,
    edit: (list: Listed<K>, version: number) => Listed<K>,
  ): Promise<Listed<K>> {
    for (;;) {
      const { version, ...list } = await this.find(userId, kind);
      const edited = edit(list, version);
      if (await this.replace(userId, kind, version, edited)) return edited;
    }
  }

  /** People's lists of which deleted items may be left in entries. */
  listLeaving(max: number): Promise<Leaving[]> {
    return this.lists
      .find({ leaving: { $exists: true } }, { leaving: 1, version: 1 })
      .limit(max)
      .lean<Leaving[]>()
      .exec();
  }

  /** Call it when no entry has these items any more. Does nothing if the list has changed since. */
  async forgetLeaving({ _id, version }: Leaving): Promise<void> {
    await this.lists.updateOne({ _id, version }, { $unset: { leaving: 1 } });
  }

  /** Deletes all lists of a person. */
  async deleteOfUser(userId: string): Promise<void> {
    await this.lists.deleteMany({ _id: { $in: OWN_LIST_KINDS.map((kind) => ({ userId, kind })) } });
  }

  /** Returns false if the list has changed since this version of it. */
  private async replace<K extends OwnListKind>(
    userId: string,
    kind: K,
    version: number,
    { content, leaving }: Listed<K>,
  ): Promise<boolean> {
    const _id = { userId, kind };
    const sealed = await this.encryption.seal(placeOf(userId, kind), JSON.stringify(content));
    const next = { version: version + 1, content: sealed };
    const isLeaving = leaving.length > 0;
    try {
      if (version === 0)
        return Boolean(await this.lists.create({ _id, ...next, ...(isLeaving && { leaving }) }));
      const change = isLeaving ? { $set: { ...next, leaving } } : { $set: next, $unset: { leaving: 1 } };
      return (await this.lists.updateOne({ _id, version }, change)).modifiedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

const placeOf = (userId: string, kind: OwnListKind) => ({
  userId,
  documentId: userId,
  field: `${OWN_LISTS_COLLECTION}.${kind}`,
});
