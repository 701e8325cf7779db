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
 * Every change of entries begins and ends here.
 *
 * - What one person stores is limited. Space is taken before an entry is written and given back when the entry goes, by
 *   one atomic increment each, so that concurrent writes cannot exceed the limit. A crash between the two leaves space
 *   taken for nothing. So a person who reaches the limit has their entries counted again, at most once an hour.
 * - What one person has written has a version, which says whether a page that was read before is still right. While a
 *   change is under way there is none, and its end, before the writer hears of it, makes another one. After a crash
 *   between the two there is none until the next change.
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
   * Takes space. Throws `quota_exceeded` when less than that is left, `unauthenticated` when the account was deleted.
   * Taking no bytes always works.
   */
  async beginChange(userId: string, bytes: number): Promise<void> {
    if (bytes === 0) {
      await this.uses.beginChange(userId, 0);
      return;
    }
    if (await this.fits(userId, bytes)) return;
    if ((await this.recount(userId)) && (await this.fits(userId, bytes))) return;
    const msg = `Your journal is full: it holds at most ${this.bytesMax / MEGABYTE} MB here. Delete entries that you can do without, or ask whoever runs this journal for more space.`;
    throw new DomainError('quota_exceeded', msg);
  }

  /** Gives space back: what was taken for nothing, and what a deleted entry took. */
  async endChange(userId: string, bytes: number): Promise<void> {
    if (bytes !== 0) await this.uses.add(userId, -bytes);
    await this.uses.endChange(userId);
  }

  /**
   * While it is the same, so are this person's entries, but for weather that is still looked up. Undefined while a
   * change is under way, and before the first one.
   */
  async versionOf(userId: string): Promise<string | undefined> {
    const use = await this.uses.find(userId);
    // With the bytes, since services up to 0.2.0, which may run beside this one, make no versions.
    return use?.version ? `${use.version}-${use.bytes}` : undefined;
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
    let use = await this.uses.beginChange(userId, bytes);
    if (use === null) {
      await this.countFirst(userId);
      use = await this.uses.beginChange(userId, bytes);
    }
    // Null: the account was deleted at this very moment. The write that follows fails for the same reason.
    if (use === null || use <= this.bytesMax) return true;
    await this.endChange(userId, bytes);
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

  /** False when the last count is too recent. Corrects the count by a difference: what is taken meanwhile stays taken. */
  private async recount(userId: string): Promise<boolean> {
    const now = new Date();
    const countedBefore = new Date(now.getTime() - RECOUNT_PAUSE_MS);
    const before = await this.uses.beginRecount(userId, countedBefore, now);
    if (!before) return false;
    await this.uses.add(userId, (await this.entries.bytesOf(userId)) - before.bytes);
    return true;
  }
}
