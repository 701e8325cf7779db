import { DomainError } from '@inner-weather/contracts/errors';
import { asDomainError } from './errors.js';

const named = (name: string, fields: object = {}) => Object.assign(new Error('inside'), { name, ...fields });

describe('what leaves a process', () => {
  it('is an error of ours as it is', () => {
    const ours = new DomainError('not_found', 'There is nothing here.');
    expect(asDomainError(ours)).toBe(ours);
  });

  it.each([
    'MongoServerSelectionError',
    'MongoNetworkError',
    'MongoPoolClearedError',
    'MongooseServerSelectionError',
  ])('tells of a database that is away (%s), which passes', (name) => {
    expect(asDomainError(named(name))).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(asDomainError(named(name))?.message).toMatch(/cannot reach its storage/);
  });

  it('tells a full store from one that is away: somebody has to make room', () => {
    const full = asDomainError(named('MongoServerError', { code: 14_031 }));
    expect(full).toMatchObject({ code: 'unavailable', retryAfter: 300 });
    expect(full?.message).toMatch(/full/);
    expect(full?.message).not.toMatch(/inside/);
  });

  it.each([named('MongoServerError', { code: 11_000 }), named('TypeError'), 'text', undefined])(
    'holds nothing of anything else (%s)',
    (error) => {
      expect(asDomainError(error)).toBeUndefined();
    },
  );
});
