import { type SharedStack, startSharedStack } from '../support/stacks/shared-stack.js';
import { crashes } from './cases/crashes.js';
import { page } from './cases/page.js';

/** Suites whose stacks would be configured alike. `restarts.spec.ts` runs the services in one process, too. */
describe('on one stack', () => {
  let stack: SharedStack;

  beforeAll(async () => {
    stack = await startSharedStack();
  }, 180_000);

  afterAll(() => stack.stop(), 60_000);

  for (const suite of [page, crashes]) suite(() => stack);
});
