import type { ProviderPageDto } from '@inner-weather/contracts/accounts/oidc.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../../sessions/sessions.repository.js';
import { LogoutTokensService } from './logout-tokens.service.js';
import { ProviderSessionsRepository } from './provider-sessions.repository.js';
import { ProvidersService } from './providers.service.js';

/** Logging out at the provider, too, and being logged out by it. */
@Injectable()
export class ProviderLogoutService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly providerSessions: ProviderSessionsRepository,
    private readonly tokens: LogoutTokensService,
    private readonly sessions: SessionsRepository,
  ) {}

  /** The page that ends the session at the provider. Its ID token leaves this service only once, with a session's end. */
  async leave(sessionId: string): Promise<ProviderPageDto> {
    const session = await this.providerSessions.take(sessionId);
    const provider = session && this.providers.find(session.provider);
    return { url: provider ? await this.providers.endSessionUrl(provider, session.idToken) : null };
  }

  /** A provider says that a person has logged out there. Throws `not_found`, `malformed_request` for a bad token. */
  async endFromThere(providerId: string, logoutToken: string): Promise<void> {
    const provider = this.providers.get(providerId);
    const ended = await this.tokens.read(provider, logoutToken);
    if (!ended) throw new DomainError('malformed_request', problem(REQUEST_PROBLEMS.request_invalid));
    const ids = await this.providerSessions.listEnded(providerId, ended);
    await this.sessions.revoke(ids);
    await this.providerSessions.delete(ids);
  }
}
