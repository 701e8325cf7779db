import { webcrypto } from 'node:crypto';
import { newRawKey, unwrapByPin, unwrapBySecret, wrapByPin, wrapBySecret } from './lock-keys';

// jsdom has no subtle crypto.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });

const secretOf = (byte: number) => new Uint8Array(32).fill(byte);

// ASVS 11.4.4
describe('the key of a lock', () => {
  it('opens by its PIN, after as many rounds as OWASP asks for, and by no other, nor for another user', async () => {
    const raw = newRawKey();
    const wrapped = await wrapByPin('ana', raw, '493817');
    expect(await unwrapByPin('ana', wrapped, '493817')).toEqual(raw);
    expect(await unwrapByPin('ana', wrapped, '493818')).toBeUndefined();
    expect(await unwrapByPin('bea', wrapped, '493817')).toBeUndefined();
    expect(wrapped.rounds).toBeGreaterThanOrEqual(600_000);
    expect(wrapped.salt).toHaveLength(16);
    expect((await wrapByPin('ana', raw, '493817')).salt).not.toEqual(wrapped.salt);
  });

  it.each(['device', 'server'] as const)(
    'opens by the secret of the %s, which opens nothing else',
    async (use) => {
      const raw = newRawKey();
      const wrapped = await wrapBySecret('ana', raw, secretOf(1), use);
      expect(await unwrapBySecret('ana', wrapped, secretOf(1), use)).toEqual(raw);
      expect(await unwrapBySecret('ana', wrapped, secretOf(2), use)).toBeUndefined();
      const otherUse = use === 'device' ? 'server' : 'device';
      expect(await unwrapBySecret('ana', wrapped, secretOf(1), otherUse)).toBeUndefined();
    },
  );
});
