import { availableParallelism } from 'node:os';
import { jest } from '@jest/globals';

let underWay = 0;
let most = 0;

/** Takes as long as a hash, and says how many there are at once. */
const take = async <T>(answer: T): Promise<T> => {
  underWay += 1;
  most = Math.max(most, underWay);
  await new Promise((resolve) => setTimeout(resolve, 5));
  underWay -= 1;
  return answer;
};

jest.unstable_mockModule('@node-rs/argon2', () => ({
  hash: () => take('a hash'),
  verify: () => take(true),
}));

const { hashPassword, passwordMatches } = await import('./passwords.js');

describe('many passwords at once', () => {
  it('leave one processor to everything else, in whatever way they are hashed', async () => {
    const together = Array.from({ length: 3 * availableParallelism() }, (_, n) => [
      hashPassword(`password ${n}`, `account ${n}`),
      passwordMatches('a hash', 'a password', 'one account'),
      passwordMatches(undefined, 'a password', `account ${n}`),
    ]);
    await Promise.all(together.flat());
    expect(most).toBe(Math.max(1, availableParallelism() - 1));
  });
});
