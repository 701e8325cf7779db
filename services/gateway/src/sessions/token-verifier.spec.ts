import crypto, { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { GatewayConfig } from '../config.js';
import type { ReadsLimit } from '../limits/reads-limit.js';
import type { Denylist } from './denylist.js';
import { TokenGuard } from './token.guard.js';
import { TokenVerifier } from './token-verifier.js';

const USER = { id: '1', name: 'Ada', email: 'ada@example.org', location: 'Porto' };
const TTL_S = 60;

describe('TokenVerifier', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKey = createPublicKey(privateKey);
  const jwt = new JwtService({ privateKey });
  let folder: string;
  let tokens: TokenVerifier;
  /** How often a signature was looked at. */
  const verifications = jest.spyOn(crypto, 'createVerify');

  const sign = (claims: object, options: object = {}): string =>
    jwt.sign(claims, { algorithm: 'RS256', keyid: keyId(publicKey), expiresIn: TTL_S, ...options });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
    const file = join(folder, 'public.pem');
    writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
    tokens = new TokenVerifier(Object.assign(new GatewayConfig(), { JWT_PUBLIC_KEYS_FILE: file }));
    verifications.mockClear();
  });

  afterEach(() => {
    jest.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  it('looks at the signature of a token once, and says the same of it every time', () => {
    const token = sign({ user: USER, sid: 'open' });
    for (let time = 1; time <= 3; time += 1) {
      expect(tokens.verify(token)).toMatchObject({ user: USER, sid: 'open' });
    }
    expect(verifications).toHaveBeenCalledTimes(1);
  });

  it('tells a token from one that is like it but for its end', () => {
    const token = sign({ user: USER, sid: 'open' });
    expect(tokens.verify(token)).toBeDefined();
    // The last character of 256 bytes in base64url holds four bits.
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`;
    expect(tokens.verify(forged)).toBeUndefined();
    expect(tokens.verify(`${token} `)).toBeUndefined();
  });

  it('knows no token any more in the second in which it runs out', () => {
    jest.useFakeTimers({ now: 1_700_000_000_000 });
    const token = sign({ user: USER, sid: 'open' });
    expect(tokens.verify(token)).toBeDefined();
    jest.setSystemTime(1_700_000_000_000 + TTL_S * 1_000 - 1);
    expect(tokens.verify(token)).toBeDefined();
    jest.setSystemTime(1_700_000_000_000 + TTL_S * 1_000);
    for (let time = 1; time <= 2; time += 1) expect(tokens.verify(token)).toBeUndefined();
  });

  it('lets nobody in with a token that it remembers once the session has ended', () => {
    const revoked = new Set<string>();
    const denylist = { isKnown: true, has: (sid: string) => revoked.has(sid) };
    const guard = new TokenGuard(
      tokens,
      denylist as unknown as Denylist,
      { count: () => undefined } as unknown as ReadsLimit,
    );
    const request = { headers: { 'x-auth-token': sign({ user: USER, sid: 'open' }) } };
    const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
    for (let time = 1; time <= 2; time += 1) expect(guard.canActivate(context)).toBe(true);
    revoked.add('open');
    expect(() => guard.canActivate(context)).toThrow('Your session has ended');
  });

  it.each([
    ['text', () => 'text'],
    ['nothing', () => ''],
    ['three parts without JSON', () => 'a.b.c'],
    ['a token without a user', () => sign({ sid: 'open' })],
    ['a token without a session', () => sign({ user: USER })],
    [
      'a token that another key signed',
      () => {
        const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
        return new JwtService({ privateKey: other }).sign(
          { user: USER, sid: 'open' },
          { algorithm: 'RS256', keyid: keyId(publicKey), expiresIn: TTL_S },
        );
      },
    ],
    [
      'a token that names no key',
      () => jwt.sign({ user: USER, sid: 'open' }, { algorithm: 'RS256', expiresIn: TTL_S }),
    ],
    ['a token of another algorithm', () => sign({ user: USER, sid: 'open' }, { algorithm: 'RS512' })],
    [
      'a token without an end',
      () => jwt.sign({ user: USER, sid: 'open' }, { algorithm: 'RS256', keyid: keyId(publicKey) }),
    ],
  ])('does not take %s', (_what, make) => {
    const token = make();
    for (let time = 1; time <= 2; time += 1) expect(tokens.verify(token)).toBeUndefined();
  });
});
