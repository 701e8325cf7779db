import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { RepeatedTask } from '@inner-weather/platform/repeated-task';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { InsightsConfig } from '../config.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

/** Milliseconds between two clean-ups of what has had its time: idempotency keys, tombstones of data keys. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;
const BATCH = 100;
/** The looks for orphans take at most this part of the time: where they scan, they come less often. */
const ORPHANS_SHARE = 0.02;

/** Seconds since the oldest unfinished job was asked for, as of the last look; 0 when there is none. */
const oldestAge = new Gauge({
  name: 'insights_oldest_job_age_seconds',
  help: 'Age of the oldest job that is not finished',
  labelNames: ['status'] as const,
});

/** Sends jobs on their way again that lost their message or their worker. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks: RepeatedTask[];

  constructor(
    private readonly jobs: JobsRepository,
    keys: IdempotencyKeys,
    dataKeys: DataKeys,
    service: JobsService,
    private readonly config: InsightsConfig,
  ) {
    const pauseMs = (tookMs: number): number => Math.max(config.JOB_CHECK_MS, tookMs / ORPHANS_SHARE);
    this.tasks = [
      new RepeatedTask('orphaned jobs', () => this.adoptOrphans(), pauseMs),
      new RepeatedTask(
        'idempotency keys',
        () => keys.deleteExpired(),
        () => CLEAN_UP_PAUSE_MS,
      ),
      new RepeatedTask(
        'deleted accounts',
        () => dataKeys.forgetDestroyed((userId) => service.purge(userId)),
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

  private async adoptOrphans(): Promise<void> {
    const askedBefore = new Date(Date.now() - this.config.JOB_PATIENCE_MS);
    for (const job of await this.jobs.listOrphans(askedBefore, BATCH)) await this.jobs.askAgain(job);
    for (const status of ['queued', 'running'] as const) {
      const oldest = await this.jobs.oldestUnfinished(status);
      oldestAge.set({ status }, oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0);
    }
  }
}
