import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { RepeatedTask } from '@inner-weather/platform/repeated-task';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { EntriesService } from './entries.service.js';
import { StampsService } from './stamps.service.js';

/** Milliseconds between two clean-ups of what has had its time: idempotency keys, tombstones of data keys. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;
/** The looks for waiting stamps take at most this part of the time: where they scan, they come less often. */
const STAMPS_SHARE = 0.02;

/** What nobody asks for and has to be done all the same. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks: RepeatedTask[];

  constructor(
    stamps: StampsService,
    keys: IdempotencyKeys,
    dataKeys: DataKeys,
    entries: EntriesService,
    config: JournalConfig,
  ) {
    this.tasks = [
      new RepeatedTask(
        'stamps',
        () => stamps.reconcile(),
        (tookMs) => Math.max(config.STAMP_CHECK_MS, tookMs / STAMPS_SHARE),
      ),
      new RepeatedTask(
        'idempotency keys',
        () => keys.deleteExpired(),
        () => CLEAN_UP_PAUSE_MS,
      ),
      new RepeatedTask(
        'deleted accounts',
        () => dataKeys.forgetDestroyed((userId) => entries.purge(userId)),
        () => CLEAN_UP_PAUSE_MS,
      ),
    ];
  }

  onApplicationBootstrap(): void {
    for (const task of this.tasks) task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}
