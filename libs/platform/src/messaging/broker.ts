import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HealthRegistry } from '../health.js';
import { RecoveringConnection } from './recovering-connection.js';

/** Milliseconds for which a consumer of events waits, at most, for the connection on which failed events are published. */
const PUBLISHING_WAIT_MS = 5_000;

/**
 * The three connections of a process. They are separate because the broker slows down or blocks a connection that
 * publishes: consuming must go on then, and calls must not wait behind events for queues that cannot keep up.
 */
@Injectable()
export class Broker implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  /** Events. */
  readonly publishing: RecoveringConnection;
  /** Calls, and answers to calls. */
  readonly calling: RecoveringConnection;
  readonly consuming: RecoveringConnection;
  /** Set by the server. A process that consumes is ready only while it consumes. */
  consumes = false;

  constructor(url: string, service: string, health: HealthRegistry) {
    this.publishing = new RecoveringConnection(url, `${service}:publishing`);
    this.calling = new RecoveringConnection(url, `${service}:calling`);
    this.consuming = new RecoveringConnection(url, `${service}:consuming`);
    health.add('broker', () => this.connections.every((connection) => connection.isUp));
  }

  /** Resolves when the process can publish, and consumes if it has anything to consume. Rejects when it is closed first. */
  async whenUp(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.whenUp()));
  }

  /** Waits until calls can be answered. Without that they would be carried out, and their callers wait for nothing. */
  async readyForCalls(): Promise<void> {
    await this.calling.whenUp();
  }

  /**
   * Waits until events can be published, for a few seconds at most: the publisher may itself be waiting for a queue that
   * a consumer of this process has to declare first.
   */
  async readyForEvents(): Promise<void> {
    await Promise.race([this.publishing.whenUp(), sleep(PUBLISHING_WAIT_MS, undefined, { ref: false })]);
  }

  async onModuleInit(): Promise<void> {
    await Promise.all([this.publishing.start(), this.calling.start()]);
  }

  /** The server has drained its handlers before this. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.consuming.close();
  }

  /** Last, since anything that stops earlier may still publish. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.publishing.close(), this.calling.close()]);
  }

  private get connections(): RecoveringConnection[] {
    return [this.publishing, this.calling, ...(this.consumes ? [this.consuming] : [])];
  }
}
