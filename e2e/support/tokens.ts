import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  createHmac,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyId } from '@inner-weather/platform/jwt-keys';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes tokens that are invalid in one respect, signed with the stack's own key where that is needed. */
export class Forger {
  readonly privateKey: KeyObject;
  readonly publicPem: string;
  readonly kid: string;

  /** `logs`: the stack's folder of logs; its keys are beside it. */
  constructor(logs: string) {
    const keys = join(logs, '..', 'keys');
    this.privateKey = createPrivateKey(readFileSync(join(keys, 'jwt-private.pem')));
    this.publicPem = readFileSync(join(keys, 'jwt-public.pem'), 'utf8');
    this.kid = keyId(createPublicKey(this.publicPem));
  }

  rs256(claims: object, header: object = {}, key = this.privateKey): string {
    const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: this.kid, ...header })}.${part(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  }

  /** Algorithm confusion: the public key used as a shared secret. */
  hs256(claims: object, secret = this.publicPem): string {
    const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: this.kid })}.${part(claims)}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  }

  unsigned(claims: object, alg: string): string {
    return `${part({ alg, typ: 'JWT', kid: this.kid })}.${part(claims)}.`;
  }

  static strangersKey(): KeyObject {
    return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  }
}
