import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { INSIGHT_FAILURES } from '@inner-weather/domain/insights/failures';
import { Injectable, Logger } from '@nestjs/common';
import { gauge } from '@inner-weather/platform/metrics';
import { InsightsConfig } from '../config.js';
import { failedBecause } from './failed-because.js';
import type { Job } from './job.schema.js';
import { ClaimsRepository, workersLostBy } from './claims.repository.js';
import { JobsService } from './jobs.service.js';
import { recordFinishedJob } from './jobs.metrics.js';

/** Milliseconds between two searches for expired tombstones of data keys. */
const CLEAN_UP_PAUSE_MS = 60 * 60_000;
const BATCH = 100;
/** The share of time that the search for orphans may take. A slow search runs less often. */
const ORPHANS_SHARE = 0.02;

/** A job that has lost this many workers fails. */
const WORKERS_LOST_MAX = 3;
/** Messages that are sent for one job, including the first: about an hour with the default JOB_PATIENCE_MS. */
const ASKS_MAX = 15;

const WORKERS_LOST = failedBecause('internal', {
  message: INSIGHT_FAILURES.interrupted,
  params: { times: WORKERS_LOST_MAX },
});
const NEVER_STARTED = failedBecause('internal', { message: INSIGHT_FAILURES.neverStarted });

/** Seconds since the oldest unfinished job was requested, at the last check; 0 when there is none. */
const oldestAge = gauge(
  {
    name: 'insights_oldest_job_age_seconds',
    help: 'Age of the oldest job that is not finished',
    labelNames: ['status'] as const,
  },
  { of: 'insights' },
);

/** Requeues jobs that have lost their message or their worker, and fails those to which it happens too often. */
@Injectable()
export class Housekeeping extends RepeatedTasks {
  private readonly logger = new Logger(Housekeeping.name);
  protected readonly tasks: RepeatedTask[];
  /** When this process first saw the leases of running jobs, on its monotonic clock. */
  private leasesSeen = new Map<string, number>();

  constructor(
    private readonly claims: ClaimsRepository,
    dataKeys: DataKeys,
    service: JobsService,
    private readonly config: InsightsConfig,
  ) {
    super();
    const pauseMs = (tookMs: number): number => Math.max(config.JOB_CHECK_MS, tookMs / ORPHANS_SHARE);
    this.tasks = [
      new RepeatedTask('orphaned jobs', () => this.requeueOrphans(), pauseMs),
      new RepeatedTask(
        'deleted accounts',
        () => dataKeys.forgetDestroyed((userId) => service.purge(userId)),
        () => CLEAN_UP_PAUSE_MS,
      ),
    ];
  }

  async requeueOrphans(): Promise<void> {
    const askedBefore = new Date(Date.now() - this.config.JOB_PATIENCE_MS);
    for (const job of await this.listAbandoned()) await this.requeueOrFail(job);
    for (const job of await this.claims.listUnanswered(askedBefore, BATCH)) await this.requeueOrFail(job);
    for (const status of ['queued', 'running'] as const) {
      const oldest = await this.claims.oldestUnfinished(status);
      oldestAge().set({ status }, oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0);
    }
  }

  /** Jobs whose worker has not renewed its lease. When the lease ends says only the clock of the worker's host. */
  private async listAbandoned(): Promise<Job[]> {
    const running = await this.claims.listRunning(BATCH);
    const now = performance.now();
    const seenBefore = this.leasesSeen;
    this.leasesSeen = new Map(running.map(leaseOf).map((lease) => [lease, seenBefore.get(lease) ?? now]));
    const seenUntil = now - this.config.JOB_LEASE_MS;
    return running.filter((job) => (seenBefore.get(leaseOf(job)) ?? now) <= seenUntil);
  }

  private async requeueOrFail(orphan: Job): Promise<void> {
    const workersLost = workersLostBy(orphan);
    const failure =
      workersLost >= WORKERS_LOST_MAX ? WORKERS_LOST : orphan.asked >= ASKS_MAX ? NEVER_STARTED : undefined;
    if (!failure) return this.claims.requeue(orphan);
    if (!(await this.claims.giveUp(orphan, failure))) return;
    recordFinishedJob(orphan, 'failed');
    const { _id, userId, asked } = orphan;
    this.logger.error({ jobId: String(_id), userId, asked, workersLost, msg: 'an insight was given up' });
  }
}

/** Differs after each renewal, and for each worker. */
const leaseOf = ({ _id, fence, leaseUntil }: Job): string =>
  `${String(_id)} ${fence} ${leaseUntil?.getTime()}`;
