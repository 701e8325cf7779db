import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HealthRegistry } from '../health.js';
import { RecoveringConnection } from './recovering-connection.js';

/** The name of the broker's check. */
export const BROKER_CHECK = 'broker';

/** How long a consumer of events waits, at most, for the connection that publishes failed events. */
const PUBLISHING_WAIT_MS = 5_000;

/**
 * The three connections of a process. They are separate because the broker throttles or blocks connections that
 * publish. Consumption must continue then, and calls must not wait behind events for slow queues.
 */
@Injectable()
export class Broker implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  /** Events. */
  readonly publishing: RecoveringConnection;
  /** Calls and replies. */
  readonly calling: RecoveringConnection;
  readonly consuming: RecoveringConnection;
  /** Set by the server. If true, the consuming connection has to be up for the process to be ready. */
  consumes = false;

  constructor(url: string, service: string, health: HealthRegistry) {
    this.publishing = new RecoveringConnection(url, `${service}:publishing`);
    this.calling = new RecoveringConnection(url, `${service}:calling`);
    this.consuming = new RecoveringConnection(url, `${service}:consuming`);
    health.add(BROKER_CHECK, () => this.connections.every((connection) => connection.isUp));
  }

  /** Whether the broker refuses messages because of a memory or disk alarm. */
  get isBlocked(): boolean {
    return this.connections.some((connection) => connection.isBlocked);
  }

  /** Resolves when every connection is up that the process uses. Rejects if they are closed first. */
  async whenUp(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.whenUp()));
  }

  /** Waits until replies can be sent. Otherwise calls would be handled whose replies never arrive. */
  async readyForCalls(): Promise<void> {
    await this.calling.whenUp();
  }

  /**
   * Waits until events can be published, for a few seconds at most. Without the limit there could be a deadlock, since
   * the publisher may wait for a queue that a consumer of this process has to declare first.
   */
  async readyForEvents(): Promise<void> {
    await Promise.race([this.publishing.whenUp(), sleep(PUBLISHING_WAIT_MS, undefined, { ref: false })]);
  }

  async onModuleInit(): Promise<void> {
    await Promise.all([this.publishing.start(), this.calling.start()]);
  }

  /** Runs after the server has drained its handlers. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.consuming.close();
  }

  /** These connections close last, since other parts may publish while they stop. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.publishing.close(), this.calling.close()]);
  }

  private get connections(): RecoveringConnection[] {
    return [this.publishing, this.calling, ...(this.consumes ? [this.consuming] : [])];
  }
}
