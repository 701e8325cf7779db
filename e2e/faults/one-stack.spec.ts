import { type SharedStack, startSharedStack } from '../support/shared-stack.js';
import { crashes } from './cases/crashes.js';
import { page } from './cases/page.js';

/** Suites whose stacks would be configured alike. */
describe.each([
  { way: 'of six processes', together: false },
  { way: 'of one process', together: true },
])('on one stack $way', ({ together }) => {
  let stack: SharedStack;

  beforeAll(async () => {
    stack = await startSharedStack({ together });
  }, 180_000);

  afterAll(() => stack.stop(), 60_000);

  for (const suite of [page, crashes]) suite(() => stack);
});
