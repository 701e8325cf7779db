import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { RemindersConfig } from '../config.js';
import { reminderIn, tagOf } from '../push/messages.js';
import type { Device } from './device.schema.js';
import { DevicesRepository } from './devices.repository.js';
import { type Claimed, DueRepository } from './due.repository.js';
import { endOfDay, nextOccurrence, PLANNED_MAX_MS, type Schedule } from './occurrences.js';
import type { Planned } from './reminders.repository.js';
import { lateness, reminders } from './reminders.metrics.js';
import { Sender } from './sender.js';

/** People whose reminders one replica claims at a time, and sends at a time. */
const BATCH = 100;
const PARALLEL = 32;

/** A reminder that is later than this, in milliseconds, is dropped: nobody wants last night's in the morning. */
const LATE_MAX_MS = 2 * 60 * 60_000;

/** How long a push service keeps a reminder for a device that is away, at most and at least; never beyond the day. */
const TTL_MAX_MS = 4 * 60 * 60_000;
const TTL_MIN_MS = 5 * 60_000;

/** Milliseconds before a push service is asked again, doubled each time, if it does not say how long to wait. */
const RETRY_MS = 30_000;
const ATTEMPTS_MAX = 6;

/**
 * Sends due reminders. Each is sent at least once: a reminder is planned anew after the push services have answered, and
 * if a replica is killed in between, another one sends it again when the lease has expired. Both messages have the same
 * topic and tag, so that push service and device show one. What a device was sent is noted at once, so at most PARALLEL
 * people can get a second message.
 */
@Injectable()
export class Scheduler extends RepeatedTasks {
  private readonly logger = new Logger(Scheduler.name);
  private readonly limit = pLimit(PARALLEL);
  private isStopping = false;
  protected readonly tasks: RepeatedTask[];

  constructor(
    private readonly due: DueRepository,
    private readonly devices: DevicesRepository,
    private readonly sender: Sender,
    private readonly config: RemindersConfig,
  ) {
    super();
    this.tasks = [
      new RepeatedTask(
        'due reminders',
        () => this.sendDue(),
        () => config.REMINDERS_CHECK_MS,
      ),
    ];
  }

  override beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return super.beforeApplicationShutdown();
  }

  /** In milliseconds. A reminder may take two timeouts, and is only begun if they fit into what is left of the lease. */
  private get leaseMs(): number {
    const { REMINDERS_LEASE_MS, REMINDERS_PUSH_TIMEOUT_MS } = this.config;
    return Math.max(REMINDERS_LEASE_MS, 3 * REMINDERS_PUSH_TIMEOUT_MS);
  }

  /** Sends everything that is due. */
  async sendDue(): Promise<void> {
    await this.replanSleeping();
    const oldest = await this.due.oldestDue();
    lateness().set(oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0);
    while (oldest && !this.isStopping) {
      // No reminder is begun that could outlast its lease.
      const begunBefore = Date.now() + this.leaseMs - 2 * this.config.REMINDERS_PUSH_TIMEOUT_MS;
      const claimed = await this.due.claim(BATCH, this.leaseMs);
      if (!claimed) break;
      const devices = await this.devices.list(claimed.map(({ _id }) => _id));
      const devicesOf = (userId: string) => devices.filter((device) => device.userId === userId);
      await Promise.all(
        claimed.map((one) =>
          this.limit(async () => {
            if (Date.now() < begunBefore && !this.isStopping) await this.sendOrLog(one, devicesOf(one._id));
          }),
        ),
      );
    }
  }

  /** Otherwise a clock that was wrong for a moment would silence reminders until the date that it showed. */
  private async replanSleeping(): Promise<void> {
    const now = Date.now();
    for (const reminder of await this.due.listSleeping(new Date(now + PLANNED_MAX_MS), BATCH))
      await this.due.replan(reminder, plannedAfter(reminder, now));
  }

  /** One that fails is claimed again after its lease, and blocks no other. */
  private async sendOrLog(claimed: Claimed, devices: readonly Device[]): Promise<void> {
    try {
      await this.send(claimed, devices);
    } catch (error) {
      this.logger.error({ userId: claimed._id, err: error, msg: 'a reminder could not be sent' });
    }
  }

  private async send(claimed: Claimed, devices: readonly Device[]): Promise<void> {
    const { nextAt, nextDay, language, template, writtenDay = '', attempts = 0 } = claimed;
    const now = Date.now();
    const isLate = now - nextAt.getTime() > LATE_MAX_MS;
    if (isLate || writtenDay >= nextDay) {
      reminders().inc({ outcome: isLate ? 'late' : 'written' });
      return this.due.plan(claimed, planAfter(claimed, now));
    }
    const waiting = devices.filter(({ sentFor }) => sentFor?.getTime() !== nextAt.getTime());
    const ttlMs = Math.max(TTL_MIN_MS, Math.min(TTL_MAX_MS, endOfDay(claimed, nextDay) - now));
    const message = {
      payload: JSON.stringify(reminderIn(language, nextDay, template)),
      topic: tagOf(nextDay),
      ttlS: Math.round(ttlMs / 1_000),
    };
    const { sent, failed, laterMs } = await this.sender.send(waiting, message, { sentFor: nextAt });
    if (laterMs !== undefined && attempts < ATTEMPTS_MAX) {
      const wakeAt = now + Math.max(laterMs, RETRY_MS * 2 ** attempts);
      if (wakeAt - nextAt.getTime() < LATE_MAX_MS)
        return this.due.retry(claimed, new Date(wakeAt), attempts + 1);
    }
    if (sent + failed > 0) reminders().inc({ outcome: sent > 0 ? 'sent' : 'failed' });
    await this.due.planAfterSent(claimed, planAfter(claimed, now));
  }
}

/** The next one: after a pause of the service, the first that is not too late. */
const planAfter = (claimed: Claimed, now: number): Planned =>
  plannedAfter(claimed, Math.max(claimed.nextAt.getTime(), now - LATE_MAX_MS));

function plannedAfter(schedule: Schedule, after: number): Planned {
  const { at, day } = nextOccurrence(schedule, after);
  return { nextAt: new Date(at), nextDay: day };
}
