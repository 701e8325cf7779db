import type { PendingIdentityDto } from '@inner-weather/contracts/accounts/oidc.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type {
  OidcConnectionRequest,
  OidcSignUpRequest,
  PendingRequest,
} from '@inner-weather/contracts/rpc/oidc';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { SignInService } from '../sign-in/sign-in.service.js';
import { type PendingFlow, FlowsRepository } from './flows.repository.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import { ProvidersService, RefusedSignIn } from './provider/providers.service.js';
import { ConnectionsService } from './connections.service.js';
import { conflict, OidcSignUpService } from './oidc-sign-up.service.js';

/** People whom a provider vouches for, and whom no account here is connected with yet. */
@Injectable()
export class PendingService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly flows: FlowsRepository,
    private readonly signIns: OidcSignInService,
    private readonly signUps: OidcSignUpService,
    private readonly logins: SignInService,
    private readonly connections: ConnectionsService,
  ) {}

  /** Throws `not_found`, like the next two. */
  async describePending({ flow: secret, id = '' }: PendingRequest): Promise<PendingIdentityDto> {
    const flow = await this.flows.find('pending', { secret, id });
    if (!flow) throw expired();
    const { provider, email = '', firstName, lastName } = flow.identity;
    const { name } = this.providers.get(provider);
    return { provider: { id: provider, name }, hasAccount: flow.hasAccount, email, firstName, lastName };
  }

  /**
   * Creates an account without a password. An address that the provider has verified counts as proved. Throws what
   * a sign-up throws.
   */
  async signUp({ flow: secret, id = '', user: dto, client }: OidcSignUpRequest): Promise<SessionGrant> {
    const grant = await this.flows.use('pending', { secret, id }, async ({ identity, invitation }) => {
      await this.signUps.count(dto.email, client.address);
      if (!this.providers.get(identity.provider).signUp) {
        throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.identity_unknown));
      }
      const user = await this.signUps.create(dto, identity, invitation);
      return this.signIns.open(user, identity, client);
    });
    if (!grant) throw expired();
    return grant;
  }

  /** Connects the account of the verified address after its password and its code. Throws what a login throws. */
  async connectByPassword({
    flow: secret,
    id = '',
    proof,
    client,
  }: OidcConnectionRequest): Promise<SessionGrant> {
    const grant = await this.flows.use(
      'pending',
      { secret, id },
      async ({ identity, hasAccount }: PendingFlow) => {
        if (!hasAccount || identity.email === undefined) throw expired();
        const user = await this.logins.verify({ ...proof, email: identity.email }, client);
        try {
          return await this.signIns.open(await this.connections.connect(user, identity), identity, client);
        } catch (error) {
          throw error instanceof RefusedSignIn ? conflict(error.problem) : error;
        }
      },
    );
    if (!grant) throw expired();
    return grant;
  }
}

const expired = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.sign_in_expired));
