import { type SharedStack, startSharedStack } from '../support/shared-stack.js';
import { comeback } from './cases/comeback.js';
import { crashes } from './cases/crashes.js';
import { duplicates } from './cases/duplicates.js';
import { edits } from './cases/edits.js';
import { insights } from './cases/insights.js';
import { page } from './cases/page.js';
import { weatherOutage } from './cases/weather-outage.js';

/** Suites whose stacks would be configured alike. */
describe('on one stack', () => {
  let stack: SharedStack;

  beforeAll(async () => {
    stack = await startSharedStack();
  }, 180_000);

  afterAll(() => stack.stop(), 60_000);

  for (const suite of [page, duplicates, edits, insights, comeback, weatherOutage, crashes])
    suite(() => stack);
});
