import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { AccessTokensRepository } from './access-tokens/access-tokens.repository.js';
import { RecognitionService } from './sign-in/recognition.service.js';
import { CredentialsService } from './sessions/credentials.service.js';
import { OneTimeLinksRepository } from './mail/one-time-links.repository.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { FlowsRepository } from './oidc/flows.repository.js';
import { ProviderSessionsRepository } from './oidc/provider/provider-sessions.repository.js';
import { PasskeyChallengesRepository } from './passkeys/passkey-challenges.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { DeletionService } from './users/deletion.service.js';

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
    accessTokens: AccessTokensRepository,
    credentials: CredentialsService,
    flows: FlowsRepository,
    providerSessions: ProviderSessionsRepository,
    passkeyChallenges: PasskeyChallengesRepository,
    deletion: DeletionService,
  ) {
    super();
    const clean = async (): Promise<void> => {
      await credentials.finishAll();
      await deletion.finishAll();
      await sessions.deleteEnded();
      await recognition.deleteExpired();
      await links.deleteExpired();
      await flows.deleteExpired();
      await providerSessions.deleteExpired();
      await secondFactor.removeLeftovers();
      await accessTokens.deleteExpired();
      await passkeyChallenges.deleteExpired();
    };
    this.tasks = [new RepeatedTask('housekeeping', clean, () => PAUSE_MS)];
  }
}
