import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { Injectable } from '@nestjs/common';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { AdministratorService } from '../registration/administrator.service.js';
import { RecognitionService } from '../sign-in/recognition.service.js';
import { SignInCompletionService } from '../sign-in/sign-in-completion.service.js';
import { IdentitiesRepository } from '../identities/identities.repository.js';
import type { ProviderIdentity } from './provider/identity.js';
import { ProviderSessionsRepository } from './provider/provider-sessions.repository.js';

/** The last step of every sign-in at a provider. */
@Injectable()
export class OidcSignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly administrator: AdministratorService,
    private readonly recognition: RecognitionService,
    private readonly completion: SignInCompletionService,
    private readonly providerSessions: ProviderSessionsRepository,
  ) {}

  /**
   * Signs in to the account that is connected with an identity; null if there is none. The account's own second factor
   * is not asked for: the provider decides how it recognises people (decision 24).
   */
  async signIn(identity: ProviderIdentity, client: ClientInfo): Promise<SessionGrant | null> {
    const known = await this.identities.find(identity.id);
    const user = known && (await this.users.find(known.userId));
    // Once more, after the account: it may have been disconnected, which ends the sessions of older credentials only.
    if (!user || (await this.identities.find(identity.id))?.userId !== known.userId) return null;
    return this.open(user, identity, client);
  }

  /** `user`: the account that the identity is connected with. */
  async open(user: User, identity: ProviderIdentity, client: ClientInfo): Promise<SessionGrant> {
    const userId = String(user._id);
    const { provider, isAdmin } = identity;
    const recognition = await this.recognition.recognise(userId, client);
    const grant = await this.completion.completeSignIn(user, client, recognition, 'provider');
    // A sign-in that is refused changes no role.
    if (isAdmin !== undefined) await this.administrator.setByGroup(userId, provider, isAdmin);
    await this.providerSessions.insert(grant, identity);
    return grant;
  }
}
