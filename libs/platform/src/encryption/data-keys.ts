import { DomainError } from '@inner-weather/contracts/errors';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../mongo/errors.js';
import { StoredDataKey } from './data-key.schema.js';
import type { MasterKey, MasterKeys } from './master-keys.js';
import { open, seal, SealError, type SealingKey, sealingKey } from './sealed-bytes.js';
import { bytesOf, type StoredBytes } from './stored-bytes.js';

/** Data keys in memory at most, and for how long: another replica may destroy one meanwhile. */
const CACHE = { max: 1_000, ttl: 60_000 };

/**
 * For how long a destroyed key's tombstone stays, in milliseconds: longer than any token of the account is good, and
 * than any message about it can be under way.
 */
const TOMBSTONE_MS = 24 * 60 * 60_000;

/** The data keys of one service: one a person, made when it is first needed, wrapped by a master key. */
export class DataKeys {
  private readonly cache = new LRUCache<string, SealingKey>(CACHE);

  constructor(
    private readonly stored: Model<StoredDataKey>,
    private readonly masterKeys: MasterKeys,
    /** Wrapped keys of one service mean nothing to another. */
    private readonly service: string,
  ) {}

  /** The key of a person, made if there is none. Throws `unauthenticated` when the account was deleted. */
  async forWriting(userId: string): Promise<SealingKey> {
    const cached = this.cache.get(userId);
    if (cached) return cached;
    const found = (await this.find(userId)) ?? (await this.findOrInsert(userId));
    const key = this.remember(found);
    if (!key) throw new DomainError('unauthenticated', 'This account does not exist any more.');
    return key;
  }

  /** Throws SealError when there is none: what it sealed cannot be read any more. */
  async forReading(userId: string): Promise<SealingKey> {
    const cached = this.cache.get(userId);
    if (cached) return cached;
    const found = await this.find(userId);
    const key = found && this.remember(found);
    if (!key) throw new SealError('the data key is gone');
    return key;
  }

  /**
   * To be asked, of the database itself, after every insert of something that belongs to a person: false means that
   * the account was deleted meanwhile, and that what was inserted may have come too late to be deleted with it.
   */
  async isAlive(userId: string): Promise<boolean> {
    // By the id alone: with more than that the embedded database would scan.
    const found = await this.find(userId);
    return found?.wrapped !== undefined;
  }

  /** From now on nothing that was sealed for this person can be opened, and nothing new is sealed. */
  async destroy(userId: string): Promise<void> {
    const tombstone = {
      $set: { destroyedAt: new Date() },
      $unset: { wrapped: 1, masterKey: 1, createdAt: 1 },
    } as const;
    try {
      await this.stored.updateOne({ _id: userId }, tombstone, { upsert: true });
    } catch (error) {
      // The key was made at this very moment, so this time it is there to be destroyed.
      if (!isDuplicateKey(error)) throw error;
      await this.stored.updateOne({ _id: userId }, tombstone);
    }
    this.cache.delete(userId);
  }

  /** For housekeeping: lets `purge` look once more for what is left of each account, then removes its tombstone. */
  async forgetDestroyed(purge: (userId: string) => Promise<void>): Promise<void> {
    const over = { destroyedAt: { $lt: new Date(Date.now() - TOMBSTONE_MS) } };
    for await (const { _id } of this.stored.find(over, { _id: 1 }).lean().cursor()) {
      await purge(_id);
      await this.stored.deleteOne({ _id, ...over });
    }
  }

  /** Throws an Error when a key is wrapped by a master key that is not there. */
  async assertUnwrappable(): Promise<void> {
    const filter = { wrapped: { $exists: true }, masterKey: { $nin: this.masterKeys.names() } };
    const lost = await this.stored.findOne(filter, { masterKey: 1 }).lean<StoredDataKey>();
    if (lost?.masterKey) throw missing(lost.masterKey);
  }

  /** How many keys each master key wraps; '' counts the tombstones. */
  async count(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const { masterKey = '' } of this.stored.find({}, { masterKey: 1 }).lean().cursor())
      counts.set(masterKey, (counts.get(masterKey) ?? 0) + 1);
    return counts;
  }

  /**
   * Wraps every key anew that another master key than the current one wraps; answers how many. Can be interrupted
   * and repeated: each key is changed by one write, which holds only while the key is as it was read.
   */
  async rewrap(): Promise<number> {
    const master = this.masterKeys.current();
    const old = { wrapped: { $exists: true }, masterKey: { $ne: master.name } };
    let rewrapped = 0;
    for await (const { _id, wrapped, masterKey } of this.stored.find(old).lean<StoredDataKey[]>().cursor()) {
      if (!wrapped) continue;
      const fresh = this.wrap(_id, this.unwrap(_id, wrapped, masterKey), master);
      const { modifiedCount } = await this.stored.updateOne({ _id, masterKey }, { $set: fresh });
      rewrapped += modifiedCount;
    }
    return rewrapped;
  }

  private find(userId: string): Promise<StoredDataKey | null> {
    return this.stored.findOne({ _id: userId }).lean<StoredDataKey>().exec();
  }

  private async findOrInsert(userId: string): Promise<StoredDataKey> {
    const made = { ...this.wrap(userId, sealingKey(), this.masterKeys.current()), createdAt: new Date() };
    try {
      return await this.stored
        .findOneAndUpdate({ _id: userId }, { $setOnInsert: made }, { upsert: true, returnDocument: 'after' })
        .lean<StoredDataKey>()
        .orFail();
    } catch (error) {
      // Another request made it between this one's look and its insert.
      if (!isDuplicateKey(error)) throw error;
      return this.stored.findOne({ _id: userId }).lean<StoredDataKey>().orFail().exec();
    }
  }

  /** Undefined for a tombstone. */
  private remember({ _id, wrapped, masterKey }: StoredDataKey): SealingKey | undefined {
    if (!wrapped) return undefined;
    const key = this.unwrap(_id, wrapped, masterKey);
    this.cache.set(_id, key);
    return key;
  }

  private wrap(userId: string, key: SealingKey, master: MasterKey): { wrapped: Buffer; masterKey: string } {
    return { wrapped: seal(master, this.context(userId), key.secret), masterKey: master.name };
  }

  private unwrap(userId: string, wrapped: StoredBytes, masterKey = ''): SealingKey {
    const master = this.masterKeys.find(masterKey);
    if (!master) throw missing(masterKey);
    return sealingKey(open(master, this.context(userId), bytesOf(wrapped)));
  }

  private context(userId: string): string[] {
    return ['data key', this.service, userId];
  }
}

const missing = (masterKey: string): SealError =>
  new SealError(`MASTER_KEYS_FILE has no key ${masterKey}, and people's keys are wrapped by it`);
