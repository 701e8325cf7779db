import type { ErrorCode } from '@inner-weather/contracts/messaging/errors';
import type { Answer, Problem } from './api.js';

type Wrong = string | { msg: string; field: string };

/** Expects an answer to be a problem with exactly the documented fields, and returns it. */
export function expectProblem(answer: Answer, status: number, code: ErrorCode, ...errors: Wrong[]): Problem {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: expect.anything() });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = answer.body as Problem;
  const more = code === 'entry_changed' ? ['current'] : [];
  const fields = ['code', ...more, 'detail', 'errors', 'status', 'title', 'type'];
  expect(Object.keys(problem).sort()).toEqual(fields);
  expect(problem).toMatchObject({ type: 'about:blank', status, code });
  expect(problem.title).toMatch(/\w/);
  expect(problem.detail).toBe(problem.errors.map(({ msg }) => msg).join('; '));
  expect(problem.errors.length).toBeGreaterThan(0);
  for (const { msg, code: messageKey } of problem.errors) {
    expect(msg).toMatch(/\w/);
    expect(messageKey).toMatch(/^[a-z_]+$/);
  }
  if (errors.length > 0) {
    expect(problem.errors.map(({ msg, field }) => ({ msg, field }))).toEqual(
      errors.map((wrong) => (typeof wrong === 'string' ? { msg: wrong } : wrong)),
    );
  }
  return problem;
}
