import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.js';

// ASVS 6.5.2, 6.5.3, 6.5.4, 11.5.1
describe('recovery codes', () => {
  it('are ten different ones of 120 random bits', () => {
    const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
  });

  it('are known however they are typed', () => {
    const stored = hashOfRecoveryCode('abcd-efgh-ijkl-mnop-qrst-uvwx');
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOfRecoveryCode(' ABCD efgh IJKL mnopqrst-uvwx ')).toBe(stored);
    expect(hashOfRecoveryCode('abcd-efgh-ijkl-mnop-qrst-uvwy')).not.toBe(stored);
  });
});
