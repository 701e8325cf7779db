import type {
  BeginOidcRequest,
  BegunOidc,
  FinishedOidc,
  FinishOidcRequest,
} from '@inner-weather/contracts/rpc/oidc';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { ArrivalsService } from './arrivals.service.js';
import { FlowsRepository } from './flows.repository.js';
import { OwnersService } from './owners.service.js';
import { OidcLimitsService } from './oidc-limits.service.js';
import { ProvidersService, RefusedSignIn } from './provider/providers.service.js';

/** Sends people to a provider and receives them when they come back. */
@Injectable()
export class OidcService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly flows: FlowsRepository,
    private readonly limits: OidcLimitsService,
    private readonly owners: OwnersService,
    private readonly arrivals: ArrivalsService,
  ) {}

  /**
   * Throws `not_found`, `unavailable` when the provider does not answer, `rate_limited`; for `connect` also what the
   * checks of password and code throw, for both others than `sign-in` `unauthenticated` without a session.
   */
  async begin({
    provider: id,
    begin,
    browser,
    userId,
    sessionId,
    client,
  }: BeginOidcRequest): Promise<BegunOidc> {
    const provider = this.providers.get(id);
    await this.limits.countBegin(client.address);
    const { purpose, returnTo, invitation } = begin;
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const signedIn = purpose === 'sign-in' ? undefined : await this.owners.check(begin, userId, sessionId);
    const url = await this.providers.authorizationUrl(provider, { ...secrets, purpose });
    const { secret } = await this.flows.insert(
      {
        step: 'begun',
        provider: id,
        purpose,
        ...secrets,
        ...(returnTo !== undefined && { returnTo }),
        ...(invitation !== undefined && { invitation }),
        ...(signedIn && { signedIn }),
      },
      browser,
    );
    return { url, flow: secret };
  }

  /** Never throws for what a provider or a browser sends: the page that is shown next says what is wrong. */
  async finish({ provider: id, flow: secret = '', query, client }: FinishOidcRequest): Promise<FinishedOidc> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const flow = await this.flows.take('begun', { secret, id: state });
    const page = (flow?.purpose !== 'sign-in' && flow?.returnTo) || '/login';
    try {
      await this.limits.countFinish(client.address);
      if (!flow) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_expired);
      const provider = this.providers.find(id);
      // Each provider has a callback of its own, so that the answer of one is never taken for that of another.
      if (!provider || flow.provider !== id) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_failed);
      const identity = await this.providers.redeem(provider, flow, query);
      return await this.arrivals.arrive(provider, flow, identity, { client, secret });
    } catch (error) {
      if (error instanceof RefusedSignIn) return { page, problem: codeOf(error) };
      throw error;
    }
  }
}

const codeOf = ({ problem: message }: RefusedSignIn): string => problem(message).code;
