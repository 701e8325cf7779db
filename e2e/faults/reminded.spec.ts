import { type LetterStack, startLetterStack } from '../support/letter-stack.js';
import { letters } from './cases/letters.js';
import { reminders } from './cases/reminders.js';

describe('on a stack with a push service', () => {
  let stack: LetterStack;

  beforeAll(async () => {
    stack = await startLetterStack();
  }, 120_000);

  afterAll(() => stack.stop(), 60_000);

  // `reminders` kills the replica that it began with, and does not start it again.
  for (const suite of [letters, reminders]) suite(() => stack);
});
