import { ownSecureInfrastructure, type SecureInfrastructure } from '../support/stacks/own-infrastructure.js';
import { type OwnStack, startOwnStack } from '../support/stacks/own-stack.js';
import { crashes } from './cases/crashes.js';
import { database } from './cases/database.js';
import { keys } from './cases/keys.js';
import { poison } from './cases/poison.js';
import { tls } from './cases/tls.js';

/** Suites that stop or kill a broker or a database, or need one that listens for TLS. */
describe('on a broker and a database of its own', () => {
  let infrastructure: SecureInfrastructure;

  beforeAll(async () => {
    infrastructure = await ownSecureInfrastructure();
  }, 180_000);

  afterAll(() => infrastructure.stop(), 60_000);

  describe('one stack', () => {
    let stack: OwnStack;

    beforeAll(async () => {
      stack = await startOwnStack(infrastructure);
    }, 180_000);

    afterAll(() => stack.stop(), 60_000);

    // In this order: `poison` counts dead letters, `database` kills everything.
    for (const suite of [poison, crashes, keys, database]) suite(() => stack);
  });

  tls(() => infrastructure);
});
