import { createPublicKey, KeyObject } from 'node:crypto';
import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

/** Seconds for which a token is good. An open session is given a fresh one whenever its browser asks. */
export const TOKEN_TTL_S = 12 * 60 * 60;

/** What the key that signs tokens is provided as. */
export const PRIVATE_KEY = Symbol('PRIVATE_KEY');

/** Signs tokens. Gateways verify them with the public key, without a call to this service. */
@Injectable()
export class TokensService {
  private readonly jwt: JwtService;

  /** `privateKey`: RSA, of 2,048 bits or more. */
  constructor(@Inject(PRIVATE_KEY) privateKey: KeyObject) {
    this.jwt = new JwtService({
      privateKey,
      signOptions: { algorithm: 'RS256', expiresIn: TOKEN_TTL_S, keyid: keyId(createPublicKey(privateKey)) },
    });
  }

  sign(user: SessionUserDto, sessionId: string): string {
    return this.jwt.sign({ user, sid: sessionId });
  }
}
