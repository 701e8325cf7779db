import type { PhotoUsageDto } from '@inner-weather/contracts/photos/photos.dto';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type KeptPhoto, Photo } from './photo.schema.js';

const HOUR_MS = 60 * 60_000;

/** Milliseconds in which a photo that arrived has to be in an entry: a device may send it long before the entry. */
const UNCLAIMED_MS = 24 * HOUR_MS;

/**
 * Milliseconds after which a claimed photo can be asked about: longer than a call takes that stores the entry. A call
 * past its deadline is not carried out.
 */
const CLAIM_MS = 60_000;

/** What an upload adds to a photo. */
type Finished = Pick<KeptPhoto, 'bytes' | 'width' | 'height' | 'thumbhash' | 'storedBytes'>;

/** A photo that the sweep has found. */
export type DuePhoto = Pick<Photo, '_id' | 'userId' | 'state' | 'claimedAt' | 'checkAt'>;

const DUE_FIELDS = { userId: 1, state: 1, claimedAt: 1, checkAt: 1 } as const;

@Injectable()
export class PhotosRepository {
  constructor(@InjectModel(Photo.name) private readonly photos: Model<Photo>) {}

  /**
   * The photo that has arrived under this id; otherwise it is noted as arriving, by this upload and no earlier one. False
   * while a deleted one of this id is still leaving.
   */
  async begin(
    _id: Types.ObjectId,
    userId: string,
    upload: string,
    now = new Date(),
  ): Promise<KeptPhoto | boolean> {
    const checkAt = new Date(now.getTime() + UNCLAIMED_MS);
    const kept = await this.photos
      .findOneAndUpdate({ _id, userId, state: 'kept' }, { $set: { claimedAt: now, checkAt } }, AFTER)
      .lean<KeptPhoto>();
    if (kept) return kept;
    const fresh = { upload, claimedAt: now, checkAt };
    try {
      await this.photos.updateOne(
        { _id, userId, state: 'arriving' },
        { $set: fresh, $setOnInsert: { createdAt: now, storedBytes: 0 } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  countArriving(userId: string): Promise<number> {
    return this.photos.countDocuments({ userId, storedBytes: 0, state: 'arriving' }).exec();
  }

  /** After an upload that stored nothing. Not if another upload of the photo began. */
  async forgetArriving(userId: string, id: string, upload: string): Promise<void> {
    await this.photos.deleteOne({ _id: toIds([id])[0], userId, upload, state: 'arriving' });
  }

  /** Whether no other upload of the photo began since this one. */
  async isCurrent(userId: string, id: string, upload: string): Promise<boolean> {
    return (await this.photos.countDocuments({ _id: toIds([id])[0], userId, upload, state: 'arriving' })) > 0;
  }

  /** Null if the photo was deleted meanwhile, or another upload of it began. */
  finish(userId: string, id: string, upload: string, finished: Finished): Promise<KeptPhoto | null> {
    return this.photos
      .findOneAndUpdate(
        { _id: new Types.ObjectId(id), userId, upload, state: 'arriving' },
        { $set: { ...finished, state: 'kept' } },
        AFTER,
      )
      .lean<KeptPhoto>()
      .exec();
  }

  async find(userId: string, id: string): Promise<KeptPhoto | null> {
    const [photo = null] = await this.list(userId, [id]);
    return photo;
  }

  list(userId: string, ids: string[]): Promise<KeptPhoto[]> {
    return this.photos
      .find({ _id: { $in: toIds(ids) }, userId, state: 'kept' })
      .lean<KeptPhoto[]>()
      .exec();
  }

  describe(userId: string, id: string, description: Photo['description']): Promise<KeptPhoto | null> {
    return this.photos
      .findOneAndUpdate({ _id: toIds([id])[0], userId, state: 'kept' }, { $set: { description } }, AFTER)
      .lean<KeptPhoto>()
      .exec();
  }

  /** Keeps those that exist for a day more. Returns their ids. */
  async claim(userId: string, ids: string[], now = new Date()): Promise<string[]> {
    const own = { _id: { $in: toIds(ids) }, userId, state: 'kept' as const };
    const checkAt = new Date(now.getTime() + UNCLAIMED_MS);
    await this.photos.updateMany(own, { $set: { claimedAt: now, checkAt } });
    const claimed = await this.photos.find(own, { _id: 1 }).lean();
    return claimed.map(({ _id }) => _id.toHexString());
  }

  /** Asks about them soon: at once, or as soon as no call can be under way any more that stores them in an entry. */
  async checkSoon(userId: string, ids: string[], now = Date.now()): Promise<void> {
    const own = { _id: { $in: toIds(ids) }, userId, state: 'kept' as const };
    const unclaimedSince = new Date(now - CLAIM_MS);
    await this.photos.updateMany(
      { ...own, claimedAt: { $lte: unclaimedSince } },
      { $set: { checkAt: new Date(now) } },
    );
    await this.photos.updateMany(
      { ...own, claimedAt: { $gt: unclaimedSince } },
      { $set: { checkAt: new Date(now + CLAIM_MS) } },
    );
  }

  /** Photos of which it is unknown whether an entry has them, and those that are leaving. */
  listDue(limit: number, now = new Date()): Promise<DuePhoto[]> {
    return this.photos
      .find({ checkAt: { $lte: now } }, DUE_FIELDS)
      .sort({ checkAt: 1 })
      .limit(limit)
      .lean<DuePhoto[]>()
      .exec();
  }

  /** An entry has them, unless they were claimed or dropped meanwhile: then they are asked about again. */
  async noteUsed(photos: DuePhoto[]): Promise<void> {
    for (const { _id, claimedAt, checkAt } of photos)
      await this.photos.updateOne({ _id, claimedAt, checkAt }, { $unset: { checkAt: 1 } });
  }

  /** From now on nobody finds it. False if it was claimed meanwhile, and stays. */
  async beginToLeave({ _id, claimedAt }: DuePhoto): Promise<boolean> {
    const { matchedCount } = await this.photos.updateOne(
      { _id, claimedAt },
      { $set: { state: 'leaving', checkAt: new Date() } },
    );
    return matchedCount > 0;
  }

  /** After an attempt that failed, so that others have their turn. */
  async postpone({ _id }: DuePhoto, byMs: number): Promise<void> {
    await this.photos.updateOne({ _id }, { $set: { checkAt: new Date(Date.now() + byMs) } });
  }

  /** Photos of one person, some at a time. */
  listOf(userId: string, limit: number): Promise<DuePhoto[]> {
    return this.photos.find({ userId }, DUE_FIELDS).limit(limit).lean<DuePhoto[]>().exec();
  }

  /** After its bytes are gone. Not if it arrives again. */
  async delete({ _id }: DuePhoto): Promise<void> {
    await this.photos.deleteOne({ _id, state: 'leaving' });
  }

  async usageOf(userId: string): Promise<PhotoUsageDto> {
    return (await this.listUsage([userId]))[userId] ?? NOTHING;
  }

  /** Of those of the people that have photos, by their ids. */
  async listUsage(userIds: string[]): Promise<Record<string, PhotoUsageDto>> {
    const found = await this.photos.aggregate<{ _id: string } & PhotoUsageDto>([
      { $match: { userId: { $in: userIds }, storedBytes: { $gt: 0 } } },
      { $group: { _id: '$userId', ...SUMS } },
    ]);
    return Object.fromEntries(found.map(({ _id, ...usage }) => [_id, usage]));
  }

  /** Of all people. Reads an index only, as the others do. */
  async usageOfAll(): Promise<PhotoUsageDto> {
    const [usage] = await this.photos
      .aggregate<{ _id: null } & PhotoUsageDto>([
        { $match: { userId: { $gte: '' }, storedBytes: { $gt: 0 } } },
        { $group: { _id: null, ...SUMS } },
        { $project: { _id: 0 } },
      ])
      .hint({ userId: 1, storedBytes: 1 });
    return usage ?? NOTHING;
  }

  /** Everybody who has photos. */
  async listOwners(): Promise<string[]> {
    const owners = await this.photos.aggregate<{ _id: string }>([
      { $match: { userId: { $gte: '' } } },
      { $group: { _id: '$userId' } },
    ]);
    return owners.map(({ _id }) => _id);
  }

  /** The ids of a person's photos in any state. */
  async listIds(userId: string): Promise<Set<string>> {
    const photos = await this.photos.find({ userId }, { _id: 1 }).lean<Pick<Photo, '_id'>[]>();
    return new Set(photos.map(({ _id }) => _id.toHexString()));
  }

  /** A person's photos that arrived, and were last claimed, before a time. */
  listKept(userId: string, before: Date): Promise<Pick<Photo, '_id' | 'missingSince'>[]> {
    return this.photos
      .find({ userId, state: 'kept', claimedAt: { $lt: before } }, { missingSince: 1 })
      .lean<Pick<Photo, '_id' | 'missingSince'>[]>()
      .exec();
  }

  async noteMissing({ _id }: Pick<Photo, '_id'>, isMissing: boolean): Promise<void> {
    const change = isMissing
      ? { $set: { missingSince: new Date() } }
      : { $unset: { missingSince: 1 as const } };
    await this.photos.updateOne({ _id, missingSince: { $exists: !isMissing } }, change);
  }

  countMissing(): Promise<number> {
    return this.photos.countDocuments({ missingSince: { $exists: true } });
  }
}

const SUMS = { photos: { $sum: 1 }, usedBytes: { $sum: '$storedBytes' } };
const NOTHING: PhotoUsageDto = { photos: 0, usedBytes: 0 };

const AFTER = { returnDocument: 'after' } as const;

const toIds = (ids: string[]): Types.ObjectId[] => ids.flatMap((id) => parseId(id) ?? []);
