import { DomainError } from '@inner-weather/contracts/errors';
import type { StorageDto } from '@inner-weather/contracts/storage.dto';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { Injectable } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { StorageRepository } from './storage.repository.js';
import type { StorageUse } from './storage-use.schema.js';

const MEGABYTE = 1_000_000;
/** Milliseconds between two counts of one person's entries. */
const RECOUNT_PAUSE_MS = 60 * 60_000;

/**
 * Limits what one person stores. Space is reserved before an entry is written and released when the entry goes, by one
 * atomic increment each, so that concurrent writes cannot exceed the limit. A crash between the two leaves space
 * reserved for nothing. So a person who reaches the limit has their entries counted again, at most once an hour.
 */
@Injectable()
export class StorageService {
  private readonly bytesMax: number;

  constructor(
    private readonly uses: StorageRepository,
    private readonly entries: EntriesRepository,
    private readonly dataKeys: DataKeys,
    config: JournalConfig,
  ) {
    this.bytesMax = config.STORED_MB_PER_PERSON * MEGABYTE;
  }

  /**
   * Throws `quota_exceeded` when less space than that is left, `unauthenticated` when the account was deleted. Reserving
   * no bytes always works.
   */
  async reserve(userId: string, bytes: number): Promise<void> {
    if (bytes === 0) return;
    if (await this.fits(userId, bytes)) return;
    if ((await this.recount(userId)) && (await this.fits(userId, bytes))) return;
    const msg = `Your journal is full: it holds at most ${this.bytesMax / MEGABYTE} MB here. Delete entries that you can do without, or ask whoever runs this journal for more space.`;
    throw new DomainError('quota_exceeded', msg);
  }

  /** Negative bytes are those of an entry that grew by more than was reserved: they count even beyond the limit. */
  async release(userId: string, bytes: number): Promise<void> {
    if (bytes !== 0) await this.uses.add(userId, -bytes);
  }

  /** Throws `unauthenticated` when the account was deleted. */
  async get(userId: string): Promise<StorageDto> {
    const { bytes } = (await this.uses.find(userId)) ?? (await this.countFirst(userId));
    return { usedBytes: Math.max(0, bytes), maxBytes: this.bytesMax };
  }

  /** For an account that was deleted. */
  erase(userId: string): Promise<void> {
    return this.uses.delete(userId);
  }

  private async fits(userId: string, bytes: number): Promise<boolean> {
    let use = await this.uses.add(userId, bytes);
    if (use === null) {
      await this.countFirst(userId);
      use = await this.uses.add(userId, bytes);
    }
    // Null: the account was deleted at this very moment. The write that follows fails for the same reason.
    if (use === null || use <= this.bytesMax) return true;
    await this.release(userId, bytes);
    return false;
  }

  private async countFirst(userId: string): Promise<StorageUse> {
    // Creates the key of a new person. Without a key, a new account looks like a deleted one.
    await this.dataKeys.forWriting(userId);
    const counted = { _id: userId, bytes: await this.entries.bytesOf(userId), countedAt: new Date() };
    await this.uses.insert(counted);
    if (await this.dataKeys.isAlive(userId)) return counted;
    await this.erase(userId);
    throw new DomainError('unauthenticated', 'This account no longer exists.');
  }

  /** False when the last count is too recent. Corrects the count by a difference, so that later reservations stay. */
  private async recount(userId: string): Promise<boolean> {
    const now = new Date();
    const countedBefore = new Date(now.getTime() - RECOUNT_PAUSE_MS);
    const before = await this.uses.beginRecount(userId, countedBefore, now);
    if (!before) return false;
    await this.uses.add(userId, (await this.entries.bytesOf(userId)) - before.bytes);
    return true;
  }
}
