import { DomainError } from '@inner-weather/contracts/errors';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { Batcher, done } from '../batcher.js';
import { isDuplicateKey } from '../mongo/errors.js';
import { StoredDataKey } from './data-key.schema.js';
import type { MasterKey, MasterKeys } from './master-keys.js';
import { open, seal, SealError, type SealingKey, sealingKey } from './sealed-bytes.js';
import { bytesOf, type StoredBytes } from './stored-bytes.js';

/** How many data keys are cached, and for how long: another replica may destroy one meanwhile. */
const CACHE = { max: 1_000, ttl: 60_000 };

/** Accounts that one query asks about. */
const LOOKS_MAX = 500;

/**
 * How long the tombstone of a destroyed key stays, in milliseconds: longer than any token of the account is valid, and
 * than any message about the account can be delayed.
 */
const TOMBSTONE_MS = 24 * 60 * 60_000;

/** The data keys of one service: one per person, created when it is first needed, wrapped by a master key. */
export class DataKeys {
  private readonly cache = new LRUCache<string, SealingKey>(CACHE);
  private readonly looks = new Batcher<string, boolean>({
    run: (userIds) => this.whichAreAlive(userIds),
    maxItems: LOOKS_MAX,
  });

  constructor(
    private readonly stored: Model<StoredDataKey>,
    private readonly masterKeys: MasterKeys,
    /** Part of what is authenticated, so that another service cannot unwrap the key. */
    private readonly service: string,
  ) {}

  /** The key of a person, created if there is none. Throws `unauthenticated` when the account was deleted. */
  async forWriting(userId: string): Promise<SealingKey> {
    const cached = this.cache.get(userId);
    if (cached) return cached;
    const found = (await this.find(userId)) ?? (await this.findOrInsert(userId));
    const key = this.remember(found);
    if (!key) throw new DomainError('unauthenticated', 'This account no longer exists.');
    return key;
  }

  /** Throws SealError when there is no key: what it encrypted can no longer be read. */
  async forReading(userId: string): Promise<SealingKey> {
    const key = await this.findKey(userId);
    if (!key) throw new SealError('the data key is gone');
    return key;
  }

  /** Undefined when there is no key: it was destroyed, or nothing was ever encrypted with one. */
  async findKey(userId: string): Promise<SealingKey | undefined> {
    const cached = this.cache.get(userId);
    if (cached) return cached;
    const found = await this.find(userId);
    return found ? this.remember(found) : undefined;
  }

  /**
   * To be called after every insert of a person's document; it asks the database, not the cache. False means that the
   * account was deleted meanwhile, and that the document may have been inserted too late to be deleted with it.
   */
  isAlive(userId: string): Promise<boolean> {
    return this.looks.add(userId);
  }

  /** Nothing that was encrypted for this person can be decrypted any more, and nothing new can be encrypted. */
  async destroy(userId: string): Promise<void> {
    const tombstone = {
      $set: { destroyedAt: new Date() },
      $unset: { wrapped: 1, masterKey: 1, createdAt: 1 },
    } as const;
    try {
      await this.stored.updateOne({ _id: userId }, tombstone, { upsert: true });
    } catch (error) {
      // The key was created at the same moment. It exists now, and the next attempt destroys it.
      if (!isDuplicateKey(error)) throw error;
      await this.stored.updateOne({ _id: userId }, tombstone);
    }
    this.cache.delete(userId);
  }

  /** For housekeeping: calls `purge` for each account whose tombstone is old enough, then removes the tombstone. */
  async forgetDestroyed(purge: (userId: string) => Promise<void>): Promise<void> {
    const over = { destroyedAt: { $lt: new Date(Date.now() - TOMBSTONE_MS) } };
    for await (const { _id } of this.stored.find(over, { _id: 1 }).lean().cursor()) {
      await purge(_id);
      await this.stored.deleteOne({ _id, ...over });
    }
  }

  /** Throws an Error when a key is wrapped by a missing master key. No index serves it: it runs once, at a start. */
  async assertUnwrappable(): Promise<void> {
    const filter = { wrapped: { $exists: true }, masterKey: { $nin: this.masterKeys.names() } };
    const lost = await this.stored.findOne(filter, { masterKey: 1 }).lean<StoredDataKey>();
    if (lost?.masterKey) throw missing(lost.masterKey);
  }

  /** How many keys each master key wraps; '' stands for tombstones. No index serves it: the command reads every key. */
  async count(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const { masterKey = '' } of this.stored.find({}, { masterKey: 1 }).lean().cursor())
      counts.set(masterKey, (counts.get(masterKey) ?? 0) + 1);
    return counts;
  }

  /**
   * Wraps every key again that is not wrapped by the current master key, and answers how many there were. May be
   * interrupted and repeated: each key is changed by one write, on condition that it is still as it was read. No index
   * serves it: the command may read every key.
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

  private async whichAreAlive(userIds: string[]): Promise<PromiseSettledResult<boolean>[]> {
    const found = await this.stored
      .find({ _id: { $in: [...new Set(userIds)] } }, { wrapped: 1 })
      .lean<StoredDataKey[]>();
    const alive = new Set(found.flatMap(({ _id, wrapped }) => (wrapped ? [_id] : [])));
    return userIds.map((userId) => done(alive.has(userId)));
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
      // Another request inserted it between the query and the insert.
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
    return { wrapped: seal(master, this.context(userId), key.secret.export()), masterKey: master.name };
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
  new SealError(
    `MASTER_KEYS_FILE has no key ${masterKey}, and people's keys are wrapped by it: put that key back into the file, or ` +
      'restore a backup; an empty journal needs an empty database',
  );
