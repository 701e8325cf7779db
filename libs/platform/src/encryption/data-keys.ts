import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { Batcher } from '../batcher.js';
import { isDuplicateKey, upserted } from '../mongo/errors.js';
import { tombstoneOf } from './data-key-tombstone.js';
import { StoredDataKey } from './data-key.schema.js';
import type { MasterKey, MasterKeys } from './master-keys.js';
import { open, seal, SealError, type SealingKey, sealingKey } from './sealed-bytes.js';
import { bytesOf, type StoredBytes } from './stored-bytes.js';

/** The time is short, because another replica may destroy a key. */
const CACHE = { max: 1_000, ttl: 60_000 };

/** Accounts per query. */
const ALIVE_BATCH_MAX = 500;

/**
 * How long the tombstone of a destroyed key stays, in milliseconds. Longer than any token of the account is valid, and
 * longer than any message about the account can be delayed.
 */
const TOMBSTONE_MS = 24 * 60 * 60_000;

/** The data keys of one service. Each user has one, which is created on first use and wrapped by a master key. */
export class DataKeys {
  private readonly logger = new Logger(DataKeys.name);
  private readonly cache = new LRUCache<string, SealingKey>(CACHE);
  private readonly aliveBatches = new Batcher<string, boolean>({
    run: (userIds) => this.findAlive(userIds),
    maxItems: ALIVE_BATCH_MAX,
  });

  constructor(
    private readonly stored: Model<StoredDataKey>,
    private readonly masterKeys: MasterKeys,
    /** Part of the authenticated context, so that another service cannot unwrap the key. */
    private readonly service: string,
  ) {}

  /** Creates the user's key if there is none. Throws `unauthenticated` if the account was deleted. */
  async forWriting(userId: string): Promise<SealingKey> {
    const cached = this.cache.get(userId);
    if (cached) return cached;
    const found = (await this.find(userId)) ?? (await this.findOrInsert(userId));
    const key = this.remember(found);
    if (!key) throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.no_such_account));
    return key;
  }

  /** Throws SealError if there is no key: its texts can no longer be read. */
  async forReading(userId: string): Promise<SealingKey> {
    const key = await this.findKey(userId);
    if (!key) throw new SealError('the data key is gone');
    return key;
  }

  /** Returns undefined if the key was destroyed or never created. */
  async findKey(userId: string): Promise<SealingKey | undefined> {
    const cached = this.cache.get(userId);
    if (cached) return cached;
    const found = await this.find(userId);
    return found ? this.remember(found) : undefined;
  }

  /**
   * Call this after every insert of a user's document. It queries the database, not the cache. False means that the
   * account was deleted and that the document may have been inserted too late to be deleted with it.
   */
  isAlive(userId: string): Promise<boolean> {
    return this.aliveBatches.add(userId);
  }

  /** After this, the user's texts cannot be decrypted and new ones cannot be encrypted. */
  async destroy(userId: string): Promise<void> {
    const tombstone = tombstoneOf(new Date());
    await upserted(() => this.stored.updateOne({ _id: userId }, tombstone, { upsert: true }).exec());
    this.cache.delete(userId);
  }

  /**
   * For housekeeping. Calls `purge` for each account whose tombstone has expired, then removes the tombstone. One that fails
   * keeps its tombstone, and blocks no other.
   */
  async forgetDestroyed(purge: (userId: string) => Promise<void>): Promise<void> {
    const expired = { destroyedAt: { $lt: new Date(Date.now() - TOMBSTONE_MS) } };
    for await (const { _id } of this.stored.find(expired, { _id: 1 }).lean().cursor()) {
      try {
        await purge(_id);
        await this.stored.deleteOne({ _id, ...expired });
      } catch (err) {
        this.logger.error({ userId: _id, err, msg: 'what is left of a deleted account could not be erased' });
      }
    }
  }

  /** Throws if a master key that wraps a data key is missing. Runs once at startup, without an index. */
  async assertUnwrappable(): Promise<void> {
    const filter = { wrapped: { $exists: true }, masterKey: { $nin: this.masterKeys.names() } };
    const unreadable = await this.stored.findOne(filter, { masterKey: 1 }).lean<StoredDataKey>();
    if (unreadable?.masterKey) throw missingMasterKey(unreadable.masterKey);
  }

  /** The number of keys that each master key wraps; '' stands for tombstones. Scans all keys, for a command. */
  async count(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const { masterKey = '' } of this.stored.find({}, { masterKey: 1 }).lean().cursor())
      counts.set(masterKey, (counts.get(masterKey) ?? 0) + 1);
    return counts;
  }

  /**
   * Rewraps every key that is not wrapped by the current master key and returns their number. Can be interrupted and
   * repeated: each key is changed by one conditional write. Scans all keys, for a command.
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

  private async findAlive(userIds: string[]): Promise<boolean[]> {
    const found = await this.stored
      .find({ _id: { $in: [...new Set(userIds)] } }, { wrapped: 1 })
      .lean<StoredDataKey[]>();
    const alive = new Set(found.flatMap(({ _id, wrapped }) => (wrapped ? [_id] : [])));
    return userIds.map((userId) => alive.has(userId));
  }

  private find(userId: string): Promise<StoredDataKey | null> {
    return this.stored.findOne({ _id: userId }).lean<StoredDataKey>().exec();
  }

  private async findOrInsert(userId: string): Promise<StoredDataKey> {
    const fresh = { ...this.wrap(userId, sealingKey(), this.masterKeys.current()), createdAt: new Date() };
    try {
      return await this.stored
        .findOneAndUpdate({ _id: userId }, { $setOnInsert: fresh }, { upsert: true, returnDocument: 'after' })
        .lean<StoredDataKey>()
        .orFail();
    } catch (error) {
      // Another request inserted the key between the query and the insert.
      if (!isDuplicateKey(error)) throw error;
      return this.stored.findOne({ _id: userId }).lean<StoredDataKey>().orFail().exec();
    }
  }

  /** Caches the unwrapped key. Returns undefined for a tombstone. */
  private remember({ _id, wrapped, masterKey }: StoredDataKey): SealingKey | undefined {
    if (!wrapped) return undefined;
    const key = this.unwrap(_id, wrapped, masterKey);
    this.cache.set(_id, key);
    return key;
  }

  private wrap(userId: string, key: SealingKey, master: MasterKey): { wrapped: Buffer; masterKey: string } {
    return { wrapped: seal(master, this.context(userId), key.secret.export()), masterKey: master.name };
  }

  private unwrap(userId: string, wrapped: StoredBytes, masterKey = ''): SealingKey {
    const master = this.masterKeys.find(masterKey);
    if (!master) throw missingMasterKey(masterKey);
    return sealingKey(open(master, this.context(userId), bytesOf(wrapped)));
  }

  private context(userId: string): string[] {
    return ['data key', this.service, userId];
  }
}

const missingMasterKey = (masterKey: string): SealError =>
  new SealError(
    `MASTER_KEYS_FILE has no key ${masterKey}, and people's keys are wrapped by it: put that key back into the file, or ` +
      'restore a backup; an empty journal needs an empty database',
  );
