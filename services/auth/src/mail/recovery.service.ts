import type { ResetPasswordDto } from '@inner-weather/contracts/accounts/recovery.dto';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { AccessTokensRepository } from '../access-tokens/access-tokens.repository.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { IdentitiesRepository } from '../identities/identities.repository.js';
import { EmailProofsService } from './email-proofs.service.js';
import { RecognitionService } from '../sign-in/recognition.service.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { assertNewPassword } from '../accounts/new-password.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { hashPassword } from '../accounts/passwords.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** Sets a new password by a link. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly users: UsersRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly credentials: CredentialsService,
    private readonly recognition: RecognitionService,
    private readonly proofs: EmailProofsService,
    private readonly accessTokens: AccessTokensRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly identities: IdentitiesRepository,
    private readonly config: AuthConfig,
  ) {}

  /**
   * Uses the link up and ends every session, access token and passkey of the account. If the account had a password, its
   * sign-in providers are disconnected too, since somebody who had guessed it may have connected an identity of their
   * own. Throws `not_found` for a link that does not work, and `validation_failed` for a password that is not allowed; the
   * link then still works.
   */
  async reset({ token, password, passwordVal }: ResetPasswordDto, { device }: ClientInfo): Promise<void> {
    const link = await this.links.find('reset', token);
    const user = link?.userId ? await this.users.find(link.userId) : null;
    if (!link?.userId || !user || user.credentialsVersion !== link.credentialsVersion) throw noLink();
    assertNewPassword(password, passwordVal);
    const passwordHash = await hashPassword(password, user.email);
    // Before the change, which fails if one is connected meanwhile. If this failed after it, the link could not be used again.
    if (this.config.PASSWORD_LOGIN === 'on' && user.passwordHash !== undefined)
      await this.identities.removeAllOf(link.userId);
    // One request succeeds, since the link belongs to this version. If the database fails before that, the link still works.
    const after = await this.credentials.tryChange(user, { passwordHash }, 'none');
    if (!after || after === 'taken') throw noLink();
    // They stopped working with the change of credentials. This only removes them.
    await this.accessTokens.deleteEnded(after);
    await this.passkeys.deleteEnded(after);
    // Neither this link nor the others work any longer, since they belong to the old version of the credentials.
    await this.links.deleteResetsOf(link.userId);
    await this.recognition.forgetOtherDevices(link.userId, { device });
    await this.proofs.noteReset(link);
  }
}

const noLink = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.link_expired));
