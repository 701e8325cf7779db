import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';

/** Milliseconds between two searches for expired tombstones of data keys. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;

/** Runs periodic clean-ups. */
@Injectable()
export class Housekeeping extends RepeatedTasks {
  protected readonly tasks: RepeatedTask[];

  constructor(dataKeys: DataKeys, erasure: ErasureService) {
    super();
    this.tasks = [
      new RepeatedTask(
        'deleted accounts',
        () => dataKeys.forgetDestroyed((userId) => erasure.purge(userId)),
        () => CLEAN_UP_PAUSE_MS,
      ),
    ];
  }
}
