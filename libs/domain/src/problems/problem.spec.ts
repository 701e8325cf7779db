import { ACCOUNT_PROBLEMS } from './account-problems.js';
import { JOURNAL_PROBLEMS } from './journal-problems.js';
import { LIMIT_PROBLEMS } from './limit-problems.js';
import { problem } from './problem.js';
import { REQUEST_PROBLEMS } from './request-problems.js';

describe('a problem', () => {
  it('is worded in English, and has the code and the parameters of its message', () => {
    expect(problem(JOURNAL_PROBLEMS.content_length, { max: 20_000 })).toEqual({
      msg: 'Content must have at most 20000 characters',
      code: 'content_length',
      params: { max: 20_000 },
    });
    expect(problem(ACCOUNT_PROBLEMS.passwords_differ)).toEqual({
      msg: "Passwords don't match",
      code: 'passwords_differ',
    });
  });

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
  ])('counts %d as %s', (seconds, words) => {
    const { msg } = problem(LIMIT_PROBLEMS.too_many_logins_seconds, { seconds });
    expect(msg).toBe(`Too many logins. Please try again in ${words}.`);
  });

  it('has a code that no other problem has', () => {
    const codes = [ACCOUNT_PROBLEMS, JOURNAL_PROBLEMS, LIMIT_PROBLEMS, REQUEST_PROBLEMS].flatMap(Object.keys);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});
