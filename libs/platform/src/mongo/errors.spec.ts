import { mongo } from 'mongoose';
import { asDomainError } from '../errors.js';
import { insertOutcomes } from './errors.js';

describe('the outcomes of documents that were inserted together', () => {
  const failed = (...writeErrors: { index: number; code: number; errmsg?: string }[]) =>
    Object.assign(new Error('some were refused'), { writeErrors });

  it('are told apart: inserted, there already, and refused', () => {
    const error = failed({ index: 1, code: 11_000 }, { index: 2, code: 14_031, errmsg: 'disk full' });
    const [inserted, existing, refused, last] = insertOutcomes(error, 4);
    expect([inserted, existing, last]).toEqual([true, false, true]);
    expect(refused).toMatchObject({ code: 14_031, message: 'disk full' });
  });

  it('say of a full store what an insert alone says', () => {
    const [refused] = insertOutcomes(failed({ index: 0, code: 14_031, errmsg: 'disk full' }), 1);
    expect(refused).toBeInstanceOf(mongo.MongoServerError);
    expect(asDomainError(refused)).toMatchObject({ code: 'unavailable', retryAfter: 300 });
  });

  it('are unknown when the command failed as a whole', () => {
    const whole = new Error('no primary');
    expect(() => insertOutcomes(whole, 2)).toThrow(whole);
  });
});
