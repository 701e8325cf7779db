import { createPrivateKey, createPublicKey } from 'node:crypto';
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

  /** `privateKeyPem`: RSA, PKCS#8 in PEM. Throws when it is no such key. */
  constructor(privateKeyPem: string) {
    const privateKey = createPrivateKey(privateKeyPem);
    if (privateKey.asymmetricKeyType !== 'rsa') throw new Error('JWT_PRIVATE_KEY_FILE must hold an RSA key');
    this.jwt = new JwtService({
      privateKey: privateKeyPem,
      signOptions: { algorithm: 'RS256', expiresIn: TOKEN_TTL_S, keyid: keyId(createPublicKey(privateKey)) },
    });
  }

  sign(user: SessionUserDto, sessionId: string): Promise<string> {
    return this.jwt.signAsync({ user, sid: sessionId });
  }
}
