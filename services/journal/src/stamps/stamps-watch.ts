import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { StampsService } from './stamps.service.js';

/** The checks take at most this part of the time: where they are slow, they run less often. */
const SHARE = 0.02;

/** Regularly checks for entries that wait for their weather, and for look-ups that are due in the background. */
@Injectable()
export class StampsWatch extends RepeatedTasks {
  protected readonly tasks: RepeatedTask[];

  constructor(stamps: StampsService, config: JournalConfig) {
    super();
    const pauseAfter = (tookMs: number): number => Math.max(config.STAMP_CHECK_MS, tookMs / SHARE);
    this.tasks = [
      new RepeatedTask('stamps', () => stamps.reconcile(), pauseAfter),
      new RepeatedTask('stamps in the background', () => stamps.retry(), pauseAfter),
    ];
  }
}
