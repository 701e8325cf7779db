import type { Measure } from '@inner-weather/domain/measures/measures';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { MeasureList, MEASURES_COLLECTION } from './measure-list.schema.js';

/** A person's measures and the ids of those that were deleted. */
export interface Measures {
  measures: Measure[];
  leaving: string[];
}

/** A list with deleted measures. */
export type Leaving = Pick<MeasureList, '_id' | 'version'> & Required<Pick<MeasureList, 'leaving'>>;

/** Stores what people measure, encrypted. */
@Injectable()
export class MeasuresRepository {
  constructor(
    @InjectModel(MeasureList.name) private readonly lists: Model<MeasureList>,
    private readonly encryption: FieldEncryption,
  ) {}

  async find(userId: string): Promise<Measures & Pick<MeasureList, 'version'>> {
    const list = await this.lists.findOne({ _id: userId }).lean<MeasureList>();
    if (!list) return { version: 0, measures: [], leaving: [] };
    const { version, leaving = [] } = list;
    const text = await this.encryption.open(placeOf(userId), list.measures);
    return { version, leaving, measures: JSON.parse(text) as Measure[] };
  }

  /** Returns false if the list has changed since this version of it. Throws `unauthenticated` if the account was deleted. */
  async replace(userId: string, version: number, { measures, leaving }: Measures): Promise<boolean> {
    const sealed = await this.encryption.seal(placeOf(userId), JSON.stringify(measures));
    const next = { version: version + 1, measures: sealed };
    const isLeaving = leaving.length > 0;
    try {
      if (version === 0)
        return Boolean(await this.lists.create({ _id: userId, ...next, ...(isLeaving && { leaving }) }));
      return (
        (
          await this.lists.updateOne(
            { _id: userId, version },
            isLeaving ? { $set: { ...next, leaving } } : { $set: next, $unset: { leaving: 1 } },
          )
        ).modifiedCount === 1
      );
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** People of whom values of deleted measures may be left, and those measures. */
  listLeaving(max: number): Promise<Leaving[]> {
    return this.lists
      .find({ leaving: { $exists: true } }, { leaving: 1, version: 1 })
      .limit(max)
      .lean<Leaving[]>()
      .exec();
  }

  /** Call it when no entry has their values any more. Does nothing if the list has changed since. */
  async forgetLeaving({ _id, version }: Leaving): Promise<void> {
    await this.lists.updateOne({ _id, version }, { $unset: { leaving: 1 } });
  }

  async delete(userId: string): Promise<void> {
    await this.lists.deleteOne({ _id: userId });
  }
}

const placeOf = (userId: string) => ({
  userId,
  documentId: userId,
  field: `${MEASURES_COLLECTION}.measures`,
});
