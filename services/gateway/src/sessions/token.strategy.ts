import { readFileSync } from 'node:fs';
import { DomainError } from '@inner-weather/contracts/errors';
import { readPublicKeys } from '@inner-weather/platform/jwt-keys';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { GatewayConfig } from '../config.js';
import { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';

const notSignedIn = () => new DomainError('unauthenticated', 'Your session has ended. Please log in again.');

/** Accepts RS256 tokens of our auth service, in the header x-auth-token alone, unless their session was revoked. */
@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy, 'token') {
  constructor(
    config: GatewayConfig,
    jwt: JwtService,
    private readonly denylist: Denylist,
  ) {
    const keys = readPublicKeys(readFileSync(config.JWT_PUBLIC_KEYS_FILE, 'utf8'));
    const pems = new Map(
      [...keys].map(([id, key]) => [id, key.export({ type: 'spki', format: 'pem' }).toString()]),
    );
    super({
      jwtFromRequest: ExtractJwt.fromHeader('x-auth-token'),
      algorithms: ['RS256'],
      secretOrKeyProvider: (
        _request: unknown,
        token: string,
        done: (error: unknown, key?: string) => void,
      ) => {
        const kid = keyIdOf(token, jwt);
        const pem = kid === undefined ? undefined : pems.get(kid);
        done(pem ? null : notSignedIn(), pem);
      },
    });
  }

  validate(claims: Partial<SignedIn>): SignedIn {
    const { user, sid } = claims;
    if (!user?.id || !sid || this.denylist.has(sid)) throw notSignedIn();
    return { user, sid };
  }
}

/** The key that a token says it was signed with; undefined for text that is no token. */
function keyIdOf(token: string, jwt: JwtService): string | undefined {
  try {
    return jwt.decode<{ header: { kid?: string } } | null>(token, { complete: true })?.header.kid;
  } catch {
    // Three parts with dots between them, and no JSON inside.
    return undefined;
  }
}

@Injectable()
export class TokenGuard extends AuthGuard('token') {
  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof DomainError) throw error;
    if (error || !user) throw notSignedIn();
    return user;
  }
}
