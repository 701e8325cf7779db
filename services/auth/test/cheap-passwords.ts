import { createRequire } from 'node:module';
import { jest } from '@jest/globals';

/*
 * Runs for every integration suite (jest.config.js). A password is hashed by the same function, at a hundredth of the
 * cost: suites of auth log in a thousand times. `passwords.spec.ts` and `login.spec.ts` have the real cost.
 */

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');

jest.unstable_mockModule('@node-rs/argon2', () => ({
  ...argon2,
  hash: (password: string, options: object) =>
    argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 }),
}));
