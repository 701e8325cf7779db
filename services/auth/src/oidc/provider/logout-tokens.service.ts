import { Injectable, Logger } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { OidcProvider } from '../../oidc-provider.js';
import { fetchFrom } from './fetch.js';
import { identityIdOf } from './identity.js';
import type { EndedThere } from './provider-sessions.repository.js';
import { ProvidersService } from './providers.service.js';

/** OpenID Connect Back-Channel Logout 1.0, 2.4: what makes a token a logout token. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Seconds for which a logout token counts after it was made. It may be repeated: the sessions have ended then. */
const MAX_AGE_S = 5 * 60;
const CLOCK_TOLERANCE_S = 30;
const TIMEOUT_MS = 4_000;

/** Reads the tokens with which providers say that a person has logged out there. */
@Injectable()
export class LogoutTokensService {
  private readonly logger = new Logger(LogoutTokensService.name);
  /** By the address of the keys. */
  private readonly keys = new Map<string, JWTVerifyGetKey>();

  constructor(private readonly providers: ProvidersService) {}

  /** Undefined for a token that is not one of this provider, for this journal, made just now. */
  async read(provider: OidcProvider, token: string): Promise<EndedThere | undefined> {
    try {
      const metadata = (await this.providers.configOf(provider)).serverMetadata();
      const { id_token_signing_alg_values_supported: algorithms = ['RS256'] } = metadata;
      const { payload } = await jwtVerify(token, this.keysAt(metadata.jwks_uri ?? '', provider), {
        issuer: metadata.issuer,
        audience: provider.clientId,
        algorithms: algorithms.filter((algorithm) => /^(?:[PR]S|ES|EdDSA|Ed25519)/.test(algorithm)),
        maxTokenAge: MAX_AGE_S,
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      const { sub, sid, events, nonce } = payload;
      // An ID token has a nonce and no event: it must not end sessions.
      if (nonce !== undefined || !isObject(events) || !isObject(events[EVENT])) return undefined;
      const identityId = sub === undefined ? undefined : identityIdOf(metadata.issuer, sub);
      if (typeof sid === 'string') return { identityId, sid };
      return identityId === undefined ? undefined : { identityId };
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string };
      this.logger.warn({ provider: provider.id, reason: code, msg: 'a logout token was refused' });
      return undefined;
    }
  }

  private keysAt(address: string, provider: OidcProvider): JWTVerifyGetKey {
    const known = this.keys.get(address);
    if (known) return known;
    const ask = fetchFrom(provider);
    const keys = createRemoteJWKSet(new URL(address), {
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: (url, { headers, ...options }) =>
        ask(url, { ...options, headers: Object.fromEntries(headers), body: undefined }),
    });
    this.keys.set(address, keys);
    return keys;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
