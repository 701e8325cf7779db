import { isIP } from 'node:net';
import type { PasskeyObstacle } from '@inner-weather/contracts/accounts/passkeys.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';

/** This installation, as authenticators know it. */
export interface RelyingParty {
  /** The only origin whose pages may use its passkeys. */
  origin: string;
  /** The relying party ID. */
  host: string;
}

/** Decides by PUBLIC_URL for which address passkeys are made, and whether they can be used at all. */
@Injectable()
export class RelyingPartyService {
  constructor(private readonly config: AuthConfig) {}

  describe(): RelyingParty | PasskeyObstacle {
    const { PUBLIC_URL, PASSWORD_LOGIN } = this.config;
    // The provider decides who signs in. A passkey would get around it.
    if (PASSWORD_LOGIN === 'off') return 'only_providers';
    if (!PUBLIC_URL) return 'no_address';
    const { protocol, hostname, origin } = new URL(PUBLIC_URL);
    // An IPv6 address has brackets.
    if (isIP(hostname.replace(/^\[|\]$/g, ''))) return 'ip_address';
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
    if (protocol !== 'https:' && !isLocal) return 'no_https';
    return { origin, host: hostname };
  }

  /** Null where passkeys cannot be used. */
  find(): RelyingParty | null {
    const described = this.describe();
    return typeof described === 'string' ? null : described;
  }

  /** Throws `forbidden` where passkeys cannot be used. */
  get(): RelyingParty {
    const found = this.find();
    if (!found) throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.passkeys_unavailable));
    return found;
  }
}
