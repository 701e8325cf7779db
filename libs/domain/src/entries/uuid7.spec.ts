import { newUuid7, timeOfUuid7 } from './uuid7.js';

describe('a UUID of version 7', () => {
  it('names the time of which it is, and no two are alike', () => {
    const before = Date.now();
    const ids = Array.from({ length: 1_000 }, newUuid7);
    const after = Date.now();
    expect(new Set(ids).size).toBe(1_000);
    for (const one of ids) {
      expect(timeOfUuid7(one)).toBeGreaterThanOrEqual(before);
      expect(timeOfUuid7(one)).toBeLessThanOrEqual(after);
    }
  });

  // https://www.rfc-editor.org/rfc/rfc9562#appendix-A.6: 22 February 2022, 14:22:22 at UTC-5.
  it('is that of the standard', () => {
    const time = Date.UTC(2022, 1, 22, 19, 22, 22);
    expect(timeOfUuid7('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toBe(time);
  });

  it.each([
    ['version 4', '919108f7-52d1-4320-9bac-f847db4148a8'],
    ['another variant', '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f'],
    ['no hyphens', '017f22e279b07cc398c4dc0c0c07398f'],
    ['any other text', 'a-key'],
  ])('is not %s', (_what, text) => expect(timeOfUuid7(text)).toBeUndefined());
});
