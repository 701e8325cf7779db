import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HealthRegistry } from '../health.js';
import { Link } from './link.js';

/** The two connections of a process: a consumer that cannot keep up must not slow what is published. */
@Injectable()
export class Broker implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly publishing: Link;
  readonly consuming: Link;
  /** Set by the server: what it takes on readiness depends on whether the process consumes at all. */
  consumes = false;

  constructor(url: string, service: string, health: HealthRegistry) {
    this.publishing = new Link(url, `${service}:publishing`);
    this.consuming = new Link(url, `${service}:consuming`);
    // What was taken before it could be answered would be carried out, and its caller left to the deadline.
    this.consuming.use(() => this.publishing.whenUp());
    health.add('broker', () => this.publishing.isUp && (!this.consumes || this.consuming.isUp));
  }

  /** Resolves when the process can publish, and consumes where it has something to. Rejects when it is closed before. */
  async whenUp(): Promise<void> {
    await this.publishing.whenUp();
    if (this.consumes) await this.consuming.whenUp();
  }

  async onModuleInit(): Promise<void> {
    await this.publishing.start();
  }

  /** The server has drained its handlers by now. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.consuming.close();
  }

  /** Last: until here somebody may still have had something to publish. */
  async onApplicationShutdown(): Promise<void> {
    await this.publishing.close();
  }
}
