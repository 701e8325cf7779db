import { Secret, TOTP } from 'otpauth';
import { newTotpSecret, stepOfCode, totpUri } from './totp.js';

/** RFC 6238, appendix B: the seed of the SHA-1 rows. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;

/** Its times in seconds, and its codes of eight digits, of which ours are the last six. */
const VECTORS: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

// ASVS 6.5.2, 6.5.3, 6.5.4, 11.5.1
describe('a code', () => {
  it.each(VECTORS)('of second %d is that of RFC 6238: %s', (second, code) => {
    expect(stepOfCode(SECRET, code.slice(2), second * 1_000)).toBe(Math.floor(second / 30));
  });

  it.each([
    [-2, undefined],
    [-1, 1_000],
    [0, 1_000],
    [1, 1_000],
    [2, undefined],
  ])('counts for one step before and after its own, and names its own: %d steps later', (steps, step) => {
    const code = new TOTP({ secret: SECRET }).generate({ timestamp: 1_000 * 30_000 });
    for (const within of [0, 29_999]) {
      expect(stepOfCode(SECRET, code, (1_000 + steps) * 30_000 + within)).toBe(step);
    }
  });

  it.each(['287083', '28708', '0287082', '94287082', '', 'abcdef', '28708２'])('is not %j', (code) => {
    expect(stepOfCode(SECRET, code, 59_000)).toBeUndefined();
  });
});

describe('a secret', () => {
  it('has 160 bits, and is another one each time', () => {
    const secrets = new Set(Array.from({ length: 20 }, newTotpSecret));
    expect(secrets.size).toBe(20);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is told to an app with all that it has to know', () => {
    const uri = new URL(totpUri(SECRET, 'ana+diary@example.org'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toMatch(/Inner Weather:ana\+diary@example\.org$/);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Inner Weather',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
