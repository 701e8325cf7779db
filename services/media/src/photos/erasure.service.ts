import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { Departures } from './departures.js';
import { StraysRepository } from './strays.repository.js';

/** Milliseconds between two searches for expired tombstones of data keys. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;

/** Erases what belongs to deleted accounts. */
@Injectable()
export class ErasureService extends RepeatedTasks {
  protected readonly tasks: RepeatedTask[];

  constructor(
    private readonly departures: Departures,
    private readonly strays: StraysRepository,
    private readonly dataKeys: DataKeys,
    private readonly limiter: RateLimiter,
  ) {
    super();
    this.tasks = [
      new RepeatedTask(
        'deleted accounts',
        () => dataKeys.forgetDestroyed((userId) => this.purge(userId)),
        () => CLEAN_UP_PAUSE_MS,
      ),
    ];
  }

  async eraseAccount(userId: string): Promise<void> {
    // Destroys the key first: whatever bytes stay anywhere can no longer be read, and an upload that ends later is erased.
    await this.dataKeys.destroy(userId);
    await this.purge(userId);
  }

  private async purge(userId: string): Promise<void> {
    await this.departures.purge(userId);
    await this.strays.forgetOf(userId);
    await this.limiter.forget(userId);
  }
}
