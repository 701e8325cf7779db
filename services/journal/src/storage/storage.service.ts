import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { StorageDto } from '@inner-weather/contracts/journal/entries.dto';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Injectable } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { StorageRepository } from './storage.repository.js';
import type { StorageUse } from './storage-use.schema.js';

const MEGABYTE = 1_000_000;
/** The least number of milliseconds between two measurements of one person's entries. */
const RECOUNT_PAUSE_MS = 60 * 60_000;

/**
 * Limits how much one person stores. Space is reserved before an entry is written and released when the entry is deleted,
 * with one atomic increment each, so that concurrent writes cannot exceed the limit. A crash between reservation and
 * write leaks the reserved space. Therefore the entries of a person who reaches the limit are measured again, at most
 * once an hour.
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
   * Reserves space, does the work that needs it, and releases what this did not take: all of it if it fails. Throws
   * `quota_exceeded` when there is not enough space, `unauthenticated` when the account was deleted, and what the work
   * throws. Zero bytes always fit.
   */
  async during<Result>(
    userId: string,
    bytes: number,
    work: () => Promise<{ takenBytes: number; result: Result }>,
  ): Promise<Result> {
    await this.reserve(userId, bytes);
    let takenBytes = 0;
    try {
      const done = await work();
      ({ takenBytes } = done);
      return done.result;
    } finally {
      await this.release(userId, bytes - takenBytes);
    }
  }

  private async reserve(userId: string, bytes: number): Promise<void> {
    if (bytes === 0) return;
    if (await this.fits(userId, bytes)) return;
    if ((await this.recount(userId)) && (await this.fits(userId, bytes))) return;
    throw new DomainError(
      'quota_exceeded',
      problem(JOURNAL_PROBLEMS.journal_full, { max: this.bytesMax / MEGABYTE }),
    );
  }

  /** A negative number is the growth of an entry beyond its reservation. It counts even beyond the limit. */
  async release(userId: string, bytes: number): Promise<void> {
    if (bytes !== 0) await this.uses.add(userId, -bytes);
  }

  /** Throws `unauthenticated` when the account was deleted. */
  async get(userId: string): Promise<StorageDto> {
    const { bytes } = (await this.uses.find(userId)) ?? (await this.countFirst(userId));
    return { usedBytes: Math.max(0, bytes), maxBytes: this.bytesMax };
  }

  /** Deletes the count of a deleted account. */
  erase(userId: string): Promise<void> {
    return this.uses.delete(userId);
  }

  private async fits(userId: string, bytes: number): Promise<boolean> {
    let use = await this.uses.add(userId, bytes);
    if (use === null) {
      await this.countFirst(userId);
      use = await this.uses.add(userId, bytes);
    }
    // Null means that the account was deleted a moment ago. The write that follows fails for the same reason.
    if (use === null || use <= this.bytesMax) return true;
    await this.release(userId, bytes);
    return false;
  }

  private async countFirst(userId: string): Promise<StorageUse> {
    // Creates the key of a new person, because an account without a key counts as deleted.
    await this.dataKeys.forWriting(userId);
    const use = { _id: userId, bytes: await this.entries.bytesOf(userId), countedAt: new Date() };
    await this.uses.insert(use);
    if (await this.dataKeys.isAlive(userId)) return use;
    await this.erase(userId);
    throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.no_such_account));
  }

  /** False when the last measurement is too recent. Adds the difference to the count, so that concurrent reservations stay. */
  private async recount(userId: string): Promise<boolean> {
    const now = new Date();
    const countedBefore = new Date(now.getTime() - RECOUNT_PAUSE_MS);
    const use = await this.uses.beginRecount(userId, countedBefore, now);
    if (!use) return false;
    await this.uses.add(userId, (await this.entries.bytesOf(userId)) - use.bytes);
    return true;
  }
}
