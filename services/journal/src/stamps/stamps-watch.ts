import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { StampsService } from './stamps.service.js';

/** The share of time that the checks may take. Slow checks run less often. */
const SHARE = 0.02;

/** Periodically checks for entries that wait for their weather, and for background look-ups that are due. */
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
