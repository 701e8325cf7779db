import 'reflect-metadata';
import { DomainError } from '@inner-weather/contracts/errors';
import { JournalEntryUpdatedV1 } from '@inner-weather/contracts/events';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import { EventContext } from './events/event-context.js';
import { asDomainError, validationPipe } from './errors.js';

const named = (name: string, fields: object = {}) => Object.assign(new Error('inside'), { name, ...fields });

describe('an error that leaves a process', () => {
  it('is passed on unchanged when it is a DomainError', () => {
    const ours = new DomainError('not_found', 'There is nothing here.');
    expect(asDomainError(ours)).toBe(ours);
  });

  it.each([
    'MongoServerSelectionError',
    'MongoNetworkError',
    'MongoPoolClearedError',
    'MongooseServerSelectionError',
  ])('reports an unavailable database (%s) as temporary', (name) => {
    expect(asDomainError(named(name))).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(asDomainError(named(name))?.message).toMatch(/cannot reach its storage/);
  });

  it('distinguishes a full store from an unavailable one: somebody has to free space', () => {
    const full = asDomainError(named('MongoServerError', { code: 14_031 }));
    expect(full).toMatchObject({ code: 'unavailable', retryAfter: 300 });
    expect(full?.message).toMatch(/full/);
    expect(full?.message).not.toMatch(/inside/);
  });

  it.each([named('MongoServerError', { code: 11_000 }), named('TypeError'), 'text', undefined])(
    'reveals nothing of any other error (%s)',
    (error) => {
      expect(asDomainError(error)).toBeUndefined();
    },
  );
});

describe('the pipe', () => {
  const pipe = validationPipe();

  it('validates a request', async () => {
    const metadata = { type: 'body', metatype: UserRequest } as const;
    await expect(pipe.transform({}, metadata)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['the payload of an event', JournalEntryUpdatedV1],
    ['the context of an event', EventContext],
  ])('leaves %s alone, which the transport has made and validated', async (_what, metatype) => {
    const value = {};
    expect(await pipe.transform(value, { type: 'body', metatype })).toBe(value);
  });
});
