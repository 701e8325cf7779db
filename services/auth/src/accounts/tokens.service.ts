import { createPublicKey, type KeyObject } from 'node:crypto';
import type { SessionUserDto } from '@inner-weather/contracts/auth.dto';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

/** Seconds for which a token is good. A session hands out a fresh one whenever it is asked. */
export const TOKEN_TTL_S = 12 * 60 * 60;

/** Signs tokens. Gateways verify them by themselves, with the public key. */
@Injectable()
export class TokensService {
  private readonly jwt: JwtService;

  /** `privateKey`: RSA, of 2,048 bits or more. */
  constructor(privateKey: KeyObject) {
    this.jwt = new JwtService({
      privateKey,
      signOptions: { algorithm: 'RS256', expiresIn: TOKEN_TTL_S, keyid: keyId(createPublicKey(privateKey)) },
    });
  }

  sign(user: SessionUserDto, sessionId: string): Promise<string> {
    return this.jwt.signAsync({ user, sid: sessionId });
  }
}
