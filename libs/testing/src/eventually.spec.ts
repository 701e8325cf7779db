import { eventually } from './eventually.js';

describe('eventually', () => {
  const attemptsIn = async (timeoutMs: number, everyMs?: number): Promise<number> => {
    let attempts = 0;
    const assertion = () => {
      attempts += 1;
      throw new Error('not yet');
    };
    await expect(eventually(assertion, { timeoutMs, everyMs })).rejects.toThrow('not yet');
    return attempts;
  };

  it('increases the pauses', async () => {
    // Constant pauses of 25 ms would allow about 60 attempts.
    expect(await attemptsIn(1_500)).toBeLessThan(35);
  });

  it('uses the pause of the caller', async () => {
    // Pauses that grow would allow about 35 attempts.
    expect(await attemptsIn(3_000, 5)).toBeGreaterThan(40);
  });

  it('resolves with the result of the first attempt that passes', async () => {
    const results = [undefined, undefined, 'there'];
    expect(
      await eventually(() => {
        const result = results.shift();
        if (!result) throw new Error('not yet');
        return result;
      }),
    ).toBe('there');
  });
});
