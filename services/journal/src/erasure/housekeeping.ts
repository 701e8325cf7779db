import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';

/** Milliseconds between two looks for tombstones of data keys that have expired. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;

/** Regular clean-ups. */
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
