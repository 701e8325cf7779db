import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable, Logger } from '@nestjs/common';
import { OwnListsRepository } from '../own-lists/own-lists.repository.js';
import { StorageService } from '../storage/storage.service.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { IMPORTS_COUNTER, LOOK_UPS_COUNTER } from '../counters.js';

/** Milliseconds between two searches for expired tombstones of data keys. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;

@Injectable()
export class ErasureService extends RepeatedTasks {
  private readonly logger = new Logger(ErasureService.name);
  protected readonly tasks = [
    new RepeatedTask(
      'deleted accounts',
      () => this.dataKeys.forgetDestroyed((userId) => this.purge(userId)),
      () => CLEAN_UP_PAUSE_MS,
    ),
  ];

  constructor(
    private readonly entries: EntriesRepository,
    private readonly dataKeys: DataKeys,
    private readonly limiter: RateLimiter,
    private readonly storage: StorageService,
    private readonly ownLists: OwnListsRepository,
  ) {
    super();
  }

  /** Also erases unpublished events. No service needs them, because each one receives the deletion of the account. */
  async eraseAccount(userId: string): Promise<void> {
    // Destroys the key first: a write that comes later fails or is erased, because its key is destroyed.
    await this.dataKeys.destroy(userId);
    await this.purge(userId);
  }

  /** Erases the remaining data of an account whose key is destroyed. */
  async purge(userId: string): Promise<void> {
    const entries = await this.entries.deleteOfUser(userId);
    await this.storage.erase(userId);
    await this.ownLists.deleteOfUser(userId);
    await this.limiter.forget(userId, [IMPORTS_COUNTER, LOOK_UPS_COUNTER]);
    this.logger.log({ userId, entries, msg: 'deleted what belonged to an account' });
  }

  /** Call it after an insert, because the account may have been deleted, and its entries erased, just before. */
  async assertNotTooLate(userId: string): Promise<void> {
    if (await this.dataKeys.isAlive(userId)) return;
    await this.purge(userId);
    throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.no_such_account));
  }
}
