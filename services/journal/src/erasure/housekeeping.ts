import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { IdempotencyKeys } from '@inner-weather/platform/idempotency/idempotency-keys';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';

/** Milliseconds between two clean-ups of what has expired: idempotency keys, tombstones of data keys. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;

/** Regular clean-ups. */
@Injectable()
export class Housekeeping extends RepeatedTasks {
  protected readonly tasks: RepeatedTask[];

  constructor(keys: IdempotencyKeys, dataKeys: DataKeys, erasure: ErasureService) {
    super();
    this.tasks = [
      new RepeatedTask(
        'idempotency keys',
        () => keys.deleteExpired(),
        () => CLEAN_UP_PAUSE_MS,
      ),
      new RepeatedTask(
        'deleted accounts',
        () => dataKeys.forgetDestroyed((userId) => erasure.purge(userId)),
        () => CLEAN_UP_PAUSE_MS,
      ),
    ];
  }
}
