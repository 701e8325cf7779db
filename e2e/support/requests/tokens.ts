import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyId } from '@inner-weather/platform/jwt-keys';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes tokens that are signed with the stack's own key, or with none. */
export class Forger {
  readonly privateKey: KeyObject;
  private readonly kid: string;

  /** `logs`: the stack's folder of logs; its keys are beside it. */
  constructor(logs: string) {
    const keys = join(logs, '..', 'keys');
    this.privateKey = createPrivateKey(readFileSync(join(keys, 'jwt-private.pem')));
    this.kid = keyId(createPublicKey(readFileSync(join(keys, 'jwt-public.pem'), 'utf8')));
  }

  rs256(claims: object): string {
    const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: this.kid })}.${part(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), this.privateKey).toString('base64url')}`;
  }

  unsigned(claims: object, alg: string): string {
    return `${part({ alg, typ: 'JWT', kid: this.kid })}.${part(claims)}.`;
  }
}
