import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { RecognitionService } from './sign-in/recognition.service.js';
import { CredentialsService } from './sessions/credentials.service.js';
import { OneTimeLinksRepository } from './mail/one-time-links.repository.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

const PAUSE_MS = 60 * 60_000;

/** Removes what has expired. The database does not do it by itself, since the embedded one cannot. */
@Injectable()
export class Housekeeping extends RepeatedTasks {
  protected readonly tasks: RepeatedTask[];

  constructor(
    sessions: SessionsRepository,
    recognition: RecognitionService,
    links: OneTimeLinksRepository,
    secondFactor: SecondFactorService,
    credentials: CredentialsService,
  ) {
    super();
    const clean = async (): Promise<void> => {
      await credentials.finishAll();
      await sessions.deleteEnded();
      await recognition.deleteExpired();
      await links.deleteExpired();
      await secondFactor.removeLeftovers();
    };
    this.tasks = [new RepeatedTask('housekeeping', clean, () => PAUSE_MS)];
  }
}
