import { DomainError } from '@inner-weather/contracts/errors';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable, Logger } from '@nestjs/common';
import { StorageService } from '../storage/storage.service.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { IMPORTS_COUNTER, LOOK_UPS_COUNTER } from '../counters.js';

/** Erases everything of a deleted account. */
@Injectable()
export class ErasureService {
  private readonly logger = new Logger(ErasureService.name);

  constructor(
    private readonly entries: EntriesRepository,
    private readonly dataKeys: DataKeys,
    private readonly limiter: RateLimiter,
    private readonly storage: StorageService,
  ) {}

  /** Unpublished events are erased too: every service hears that the account was deleted. */
  async eraseAccount(userId: string): Promise<void> {
    // The key first: an entry that is written from here on finds it destroyed, and is erased again.
    await this.dataKeys.destroy(userId);
    await this.purge(userId);
  }

  /** Erases what is left of an account whose key is destroyed. */
  async purge(userId: string): Promise<void> {
    const entries = await this.entries.deleteOfUser(userId);
    await this.storage.erase(userId);
    await this.limiter.forget(userId, [IMPORTS_COUNTER, LOOK_UPS_COUNTER]);
    this.logger.log({ userId, entries, msg: 'deleted what belonged to an account' });
  }

  /** After an insert: the account may have been deleted, and its entries erased, just before it. */
  async assertNotTooLate(userId: string): Promise<void> {
    if (await this.dataKeys.isAlive(userId)) return;
    await this.purge(userId);
    throw new DomainError('unauthenticated', 'This account no longer exists.');
  }
}
