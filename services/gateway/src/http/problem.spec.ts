import { DomainError, ERROR_CODES, type ErrorCode } from '@inner-weather/contracts/messaging/errors';
import { HttpException } from '@nestjs/common';
import { toDomainError, toProblem } from './problem.js';

const serverError = (statusCode: number) => Object.assign(new Error('inner words'), { statusCode });

// ASVS 16.5.1, 16.5.2, 16.5.3
describe('toDomainError', () => {
  it.each([
    [400, 'malformed_request'],
    [401, 'unauthenticated'],
    [403, 'not_found'],
    [404, 'not_found'],
    [405, 'not_found'],
    [412, 'malformed_request'],
    [413, 'payload_too_large'],
    [414, 'malformed_request'],
    [415, 'unsupported_media_type'],
    [416, 'malformed_request'],
    [418, 'malformed_request'],
    [429, 'rate_limited'],
    [431, 'malformed_request'],
    [500, 'internal'],
    [503, 'internal'],
  ])("reads a status of %d, the framework's or the server's, as %s", (status, code) => {
    for (const error of [new HttpException('inner words', status), serverError(status)]) {
      const domainError = toDomainError(error);
      expect(domainError.code).toBe(code);
      expect(domainError.message).not.toContain('inner');
    }
  });

  it.each([
    new Error('inner words'),
    new TypeError('inner words'),
    'inner words',
    undefined,
    null,
    { statusCode: 404 },
  ])('shows nothing of what it does not know: %p', (error) => {
    const domainError = toDomainError(error);
    expect(domainError.code).toBe('internal');
    expect(JSON.stringify(toProblem(domainError))).not.toContain('inner');
  });

  it('says that the database is away when that is what the driver says', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { name: 'MongoNetworkError' });
    const domainError = toDomainError(error);
    expect(domainError).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(domainError.message).not.toContain('10.0.0.1');
  });

  it('leaves ours as they are', () => {
    const error = new DomainError('forbidden', [{ msg: 'No', field: 'email' }]);
    expect(toDomainError(error)).toBe(error);
  });
});

const CODES_OF: Record<number, ErrorCode[]> = {
  400: ['malformed_request', 'validation_failed'],
  401: ['unauthenticated', 'invalid_credentials', 'second_factor_required'],
  403: ['forbidden', 'consent_required'],
  404: ['not_found'],
  409: [
    'email_taken',
    'second_factor_active',
    'access_token_limit',
    'passkey_limit',
    'changed_meanwhile',
    'import_undone',
  ],
  412: ['entry_changed'],
  413: ['payload_too_large', 'quota_exceeded'],
  415: ['unsupported_media_type'],
  422: ['idempotency_key_reused'],
  429: ['rate_limited'],
  500: ['internal'],
  503: ['unavailable'],
  504: ['timeout'],
};

describe('toProblem', () => {
  it.each(ERROR_CODES)('has a status and a title for %s', (code) => {
    const problem = toProblem(new DomainError(code, [{ msg: 'One' }, { msg: 'Two', field: 'two' }]));
    expect(problem).toEqual({
      type: 'about:blank',
      title: expect.stringMatching(/^[A-Z].*\w$/),
      status: Number(Object.keys(CODES_OF).find((status) => CODES_OF[Number(status)]?.includes(code))),
      code,
      detail: 'One; Two',
      errors: [{ msg: 'One' }, { msg: 'Two', field: 'two' }],
    });
  });
});
