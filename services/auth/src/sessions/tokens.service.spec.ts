import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { TokensService } from './tokens.service.js';

const user = { id: '65f000000000000000000001', name: 'Ana', email: 'ana@example.org', location: 'Porto' };

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

// ASVS 9.2.2
describe('a token', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKey = createPublicKey(privateKey);
  const tokens = new TokensService(privateKey);

  const sign = (): [string, string, string] =>
    tokens.sign(user, 'the-session').split('.') as [string, string, string];

  it('says by which algorithm and which key it was signed', () => {
    const [header] = sign();
    expect(decode(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: keyId(publicKey) });
  });

  it('holds the user, the session and twelve hours, and nothing else', () => {
    const [, claims] = sign();
    const { iat, ...rest } = decode(claims) as { iat: number };
    expect(Math.abs(iat - Date.now() / 1_000)).toBeLessThan(5);
    expect(rest).toEqual({ user, sid: 'the-session', exp: iat + 12 * 60 * 60 });
  });

  it('is signed with the private key, over every byte of it', () => {
    const [header, claims, signature] = sign();
    const isSigned = (text: string) =>
      verify('RSA-SHA256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
    expect(isSigned(`${header}.${claims}`)).toBe(true);
    expect(isSigned(`${header}.${claims.slice(0, -1)}`)).toBe(false);
  });
});
