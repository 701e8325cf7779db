import crypto, { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { GatewayConfig } from '../config.js';
import type { Limits } from '../limits/limits.js';
import type { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';
import { AnybodyGuard, TokenGuard } from './token.guard.js';
import { TokenStrategy } from './token.strategy.js';

const USER = { id: '1', name: 'Ada', email: 'ada@example.org', location: 'Porto' };
const TTL_S = 60;

/** A request with this token, as a guard is asked about it. */
function contextWith(token: string, headers: Record<string, string> = {}) {
  const request: { headers: Record<string, string>; user?: SignedIn } = {
    headers: { 'x-auth-token': token, ...headers },
  };
  const http = { getRequest: () => request, getResponse: () => ({}) };
  return { context: { switchToHttp: () => http } as unknown as ExecutionContext, request };
}

// ASVS 7.2.1, 7.2.2, 7.2.3
describe('TokenStrategy', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKey = createPublicKey(privateKey);
  const jwt = new JwtService({ privateKey });
  let folder: string;
  let strategy: TokenStrategy;
  /** How often a signature was looked at. */
  const verifications = jest.spyOn(crypto, 'createVerify');

  const sign = (claims: object, options: object = {}): string =>
    jwt.sign(claims, { algorithm: 'RS256', keyid: keyId(publicKey), expiresIn: TTL_S, ...options });

  const headerOf = (header: object): string =>
    Buffer.from(JSON.stringify({ typ: 'JWT', kid: keyId(publicKey), ...header })).toString('base64url');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
    const file = join(folder, 'public.pem');
    writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
    strategy = new TokenStrategy(Object.assign(new GatewayConfig(), { JWT_PUBLIC_KEYS_FILE: file }));
    verifications.mockClear();
  });

  afterEach(() => {
    jest.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  /** Whom passport finds by a token, as a guard asks it. */
  const verify = async (token: string): Promise<SignedIn | undefined> => {
    const { context, request } = contextWith(token);
    await new AnybodyGuard().canActivate(context);
    return request.user;
  };

  it('looks at the signature of a token once, and says the same of it every time', async () => {
    const token = sign({ user: USER, sid: 'open' });
    for (let time = 1; time <= 3; time += 1) {
      expect(await verify(token)).toMatchObject({ user: USER, sid: 'open' });
    }
    expect(verifications).toHaveBeenCalledTimes(1);
  });

  it('tells a token from one that is like it but for its end', async () => {
    const token = sign({ user: USER, sid: 'open' });
    expect(await verify(token)).toBeDefined();
    // The last character of 256 bytes in base64url holds four bits.
    const forgedToken = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`;
    expect(await verify(forgedToken)).toBeUndefined();
    expect(await verify(`${token} `)).toBeUndefined();
  });

  it('knows no token any more in the second in which it runs out', async () => {
    jest.useFakeTimers({ now: 1_700_000_000_000 });
    const token = sign({ user: USER, sid: 'open' });
    expect(await verify(token)).toBeDefined();
    jest.setSystemTime(1_700_000_000_000 + TTL_S * 1_000 - 1);
    expect(await verify(token)).toBeDefined();
    jest.setSystemTime(1_700_000_000_000 + TTL_S * 1_000);
    for (let time = 1; time <= 2; time += 1) expect(await verify(token)).toBeUndefined();
  });

  it('refuses a remembered token once its session has ended', async () => {
    const revokedSessions = new Set<string>();
    const denylist = { isKnown: true, has: (sid: string) => revokedSessions.has(sid) };
    const limits = { countRead: () => undefined };
    const guard = new TokenGuard(denylist as unknown as Denylist, limits as unknown as Limits);
    const { context } = contextWith(sign({ user: USER, sid: 'open' }));
    for (let time = 1; time <= 2; time += 1) expect(await guard.canActivate(context)).toBe(true);
    revokedSessions.add('open');
    await expect(guard.canActivate(context)).rejects.toThrow('Your session has ended');
  });

  it('takes a token from the header x-auth-token only', async () => {
    const token = sign({ user: USER, sid: 'open' });
    const { context, request } = contextWith('', {
      authorization: `Bearer ${token}`,
      cookie: `token=${token}`,
    });
    Object.assign(request, { query: { token }, body: { token } });
    await new AnybodyGuard().canActivate(context);
    expect(request.user).toBeUndefined();
  });

  it('recalls whose token it is only after it was verified, and until it runs out', async () => {
    const token = sign({ user: USER, sid: 'open' });
    const { request } = contextWith(token);
    expect(strategy.recall(request)).toBeUndefined();
    await verify(token);
    expect(strategy.recall(request)).toMatchObject({ user: USER, sid: 'open' });
  });

  it.each([
    ['text', () => 'text'],
    ['nothing', () => ''],
    ['three parts without JSON', () => 'a.b.c'],
    [
      'a token without JSON in its contents',
      () => `${Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')}.bm8.x`,
    ],
    ['a token without a user', () => sign({ sid: 'open' })],
    ['a token without a session', () => sign({ user: USER })],
    [
      'a token that another key signed',
      () => {
        const otherKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
        return new JwtService({ privateKey: otherKey }).sign(
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
    ...['none', 'nOnE', '', 'RS256', 'HS256'].map((alg): [string, () => string] => [
      `an unsigned token of the algorithm "${alg}"`,
      () => `${headerOf({ alg })}.${sign({ user: USER, sid: 'open' }).split('.')[1]}.`,
    ]),
    [
      'a token whose secret is our public key',
      () => {
        const signed = `${headerOf({ alg: 'HS256' })}.${sign({ user: USER, sid: 'open' }).split('.')[1]}`;
        const pem = publicKey.export({ type: 'spki', format: 'pem' });
        return `${signed}.${crypto.createHmac('sha256', pem).update(signed).digest('base64url')}`;
      },
    ],
    [
      'a token that brings its key along',
      () => {
        const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 });
        const jwk = stranger.publicKey.export({ format: 'jwk' });
        const header = { alg: 'RS256', kid: keyId(stranger.publicKey), jwk };
        return new JwtService({ privateKey: stranger.privateKey }).sign(
          { user: USER, sid: 'open' },
          { header, expiresIn: TTL_S },
        );
      },
    ],
    ['a token for later', () => sign({ user: USER, sid: 'open' }, { notBefore: 600 })],
    [
      'a token whose contents were changed',
      () => {
        const [header, , signature] = sign({ user: USER, sid: 'open' }).split('.');
        return `${header}.${sign({ user: { ...USER, id: '2' }, sid: 'open' }).split('.')[1]}.${signature}`;
      },
    ],
    ['a token under another name of a key', () => sign({ user: USER, sid: 'open' }, { keyid: '__proto__' })],
    ['a token with a user without an id', () => sign({ user: { name: 'Ada' }, sid: 'open' })],
    [
      'a token without an end',
      () => jwt.sign({ user: USER, sid: 'open' }, { algorithm: 'RS256', keyid: keyId(publicKey) }),
    ],
  ])('does not take %s', async (_what, make) => {
    const token = make();
    for (let time = 1; time <= 2; time += 1) expect(await verify(token)).toBeUndefined();
  });
});
