import type { FinishedOidc } from '@inner-weather/contracts/rpc/oidc';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import { AddressesRepository } from '../accounts/addresses.repository.js';
import type { OidcProvider } from '../oidc-provider.js';
import { RegistrationService } from '../registration/registration.service.js';
import { ConnectionsService } from './connections.service.js';
import { type BegunFlow, FlowsRepository } from './flows.repository.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import { type Owner, OwnersService } from './owners.service.js';
import type { ProviderIdentity } from './provider/identity.js';
import { RefusedSignIn } from './provider/providers.service.js';

/** The page that asks a person who is new here for what is missing. */
const PENDING_PAGE = '/join';

/** Decides what becomes of a person whom a provider has sent back. */
@Injectable()
export class ArrivalsService {
  constructor(
    private readonly signIns: OidcSignInService,
    private readonly connections: ConnectionsService,
    private readonly owners: OwnersService,
    private readonly flows: FlowsRepository,
    private readonly addresses: AddressesRepository,
    private readonly registration: RegistrationService,
  ) {}

  /** Signs in, connects or confirms, whatever the person went there for. Throws RefusedSignIn. */
  arrive(
    provider: OidcProvider,
    flow: BegunFlow,
    identity: ProviderIdentity,
    browser: { client: ClientInfo; secret: string },
  ): Promise<FinishedOidc> {
    const { signedIn, purpose } = flow;
    if (!signedIn) return this.signIn(provider, flow, identity, browser);
    return purpose === 'connect'
      ? this.connect(flow, signedIn, identity)
      : this.confirm(flow, signedIn, identity);
  }

  private async signIn(
    provider: OidcProvider,
    { returnTo, invitation }: BegunFlow,
    identity: ProviderIdentity,
    { client, secret }: { client: ClientInfo; secret: string },
  ): Promise<FinishedOidc> {
    const grant = await this.signIns.signIn(identity, client);
    if (grant) return { page: returnTo ?? '/journal', grant };
    const { email, isEmailVerified } = identity;
    const holder = email !== undefined && isEmailVerified ? await this.addresses.findHolder(email) : null;
    if (!holder) await this.assertMaySignUp(provider, invitation);
    const { id } = await this.flows.insert(
      {
        step: 'pending',
        identity,
        hasAccount: holder !== null,
        ...(invitation !== undefined && { invitation }),
        ...(returnTo !== undefined && { returnTo }),
      },
      secret,
    );
    return { page: `${PENDING_PAGE}?id=${id}`, flow: secret };
  }

  /**
   * The words are the same for everyone who is not connected. They must not tell whether an account has the address: the
   * provider has not verified it. But its user learns how to connect the two.
   */
  private async assertMaySignUp(provider: OidcProvider, invitation: string | undefined): Promise<void> {
    if (provider.signUp) {
      try {
        return await this.registration.assertMaySignUp(invitation);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    }
    const { mode, passwordLogin } = await this.registration.describe();
    const { identity_unknown, identity_unknown_invite, sign_up_closed, invitation_wanted } = ACCOUNT_PROBLEMS;
    const [closed, invite] = passwordLogin
      ? [identity_unknown, identity_unknown_invite]
      : [sign_up_closed, invitation_wanted];
    throw new RefusedSignIn(!provider.signUp || mode === 'closed' ? closed : invite);
  }

  private async connect(
    { returnTo = '/settings' }: BegunFlow,
    owner: Owner,
    identity: ProviderIdentity,
  ): Promise<FinishedOidc> {
    await this.connections.connect(await this.owners.getConnecting(owner), identity);
    return { page: returnTo };
  }

  private async confirm(
    { returnTo = '/settings' }: BegunFlow,
    owner: Owner,
    identity: ProviderIdentity,
  ): Promise<FinishedOidc> {
    await this.owners.assertOpen(owner);
    await this.connections.assertConnected(owner.userId, identity);
    await this.owners.noteConfirmed(owner);
    return { page: returnTo };
  }
}
