import { RepeatedTask } from '@inner-weather/platform/repeated-task';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SessionsRepository } from './sessions.repository.js';

const PAUSE_MS = 60 * 60_000;

/** Removes what has run out: the database is not asked to do it, since the embedded one could not. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task: RepeatedTask;

  constructor(
    sessions: SessionsRepository,
    addresses: KnownAddressesRepository,
    links: OneTimeLinksRepository,
    secondFactors: SecondFactorsRepository,
  ) {
    const clean = async (): Promise<void> => {
      await sessions.deleteEnded();
      await addresses.deleteExpired();
      await links.deleteExpired();
      await secondFactors.forgetDestroyed();
    };
    this.task = new RepeatedTask('what has run out', clean, () => PAUSE_MS);
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }
}
