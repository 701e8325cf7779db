import 'reflect-metadata';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { JournalEntryUpdatedV1 } from '@inner-weather/contracts/messaging/events';
import { UpdateUserRequest } from '@inner-weather/contracts/rpc/auth';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import { EventContext } from './events/event-context.js';
import { asDomainError, validationPipe } from './errors.js';

const named = (name: string, fields: object = {}, message = 'inside') =>
  Object.assign(new Error(message), { name, ...fields });

describe('an error that leaves a process', () => {
  it('is passed on unchanged when it is a DomainError', () => {
    const ours = new DomainError('not_found', 'There is nothing here.');
    expect(asDomainError(ours)).toBe(ours);
  });

  it.each([
    ['no server', named('MongoServerSelectionError')],
    ['a closed socket', named('MongoNetworkError')],
    ['a silent socket', named('MongoNetworkTimeoutError')],
    ['a cleared pool', named('MongoPoolClearedError')],
    ['a full pool', named('MongoWaitQueueTimeoutError')],
    ['no time left', named('MongoOperationTimeoutError')],
    ['a closed client', named('MongoClientClosedError')],
    ['mongoose without a server', named('MongooseServerSelectionError')],
    [
      'mongoose that has waited',
      named('MongooseError', {}, 'Operation `x.find()` buffering timed out after 10ms'),
    ],
    ['a bulk write whose connection broke', named('MongoBulkWriteError', { writeErrors: [] })],
    ['a bulk write whose server shut down', named('MongoBulkWriteError', { code: 91, writeErrors: [{}] })],
    ['a member that is not primary', named('MongoServerError', { code: 10_107 })],
    ['a primary that stepped down', named('MongoServerError', { code: 189 })],
    ['a server that shuts down', named('MongoServerError', { code: 11_600 })],
    ['a killed operation', named('MongoServerError', { code: 11_601 })],
    ['a killed cursor', named('MongoServerError', { code: 237 })],
    ['a cursor that is gone', named('MongoServerError', { code: 43 })],
    ['an operation past its time', named('MongoServerError', { code: 50 })],
    ['a majority that is late', named('MongoWriteConcernError', { code: 64 })],
    ['an old server that is not primary', named('MongoServerError', {}, 'not master')],
    ['what may be tried again', named('MongoServerError', { code: 1, errorLabels: ['RetryableWriteError'] })],
    ['a cause within', named('MongoRuntimeError', { cause: named('MongoNetworkError') })],
    ['one of several', named('AggregateError', { errors: [named('Error'), named('MongoNetworkError')] })],
  ])('reports a database that is away as temporary (%s)', (_what, error) => {
    expect(asDomainError(error)).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(asDomainError(error)?.message).toMatch(/cannot reach its storage/);
  });

  it('distinguishes a full store from an unavailable one, since the operator has to free space', () => {
    const full = asDomainError(named('MongoServerError', { code: 14_031 }));
    expect(full).toMatchObject({ code: 'unavailable', retryAfter: 300 });
    expect(full?.message).toMatch(/full/);
    expect(full?.message).not.toMatch(/inside/);
  });

  it.each([
    named('MongoServerError', { code: 11_000 }),
    named('MongoBulkWriteError', { code: 11_000, writeErrors: [{}] }),
    named('MongoInvalidArgumentError'),
    named('TypeError'),
    named('Error', { code: 91 }),
    named('Error', {}, 'not master'),
    'text',
    undefined,
  ])('reveals nothing of any other error (%s)', (error) => {
    expect(asDomainError(error)).toBeUndefined();
  });
});

describe('the pipe', () => {
  const pipe = validationPipe();

  it('validates a request', async () => {
    const metadata = { type: 'body', metatype: UserRequest } as const;
    await expect(pipe.transform({}, metadata)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('answers the code and the parameters of each text, also from within', async () => {
    const user = { firstName: 'x'.repeat(101), lastName: 'Silva', location: 'Porto' };
    const metadata = { type: 'body', metatype: UpdateUserRequest } as const;
    await expect(
      pipe.transform({ userId: 'ana', sessionId: 'one', changes: user }, metadata),
    ).rejects.toMatchObject({
      errors: [
        {
          msg: 'Name must have 1 to 100 characters',
          field: 'firstName',
          code: 'name_length',
          params: { max: 100 },
        },
      ],
    });
  });

  it.each([
    ['the payload of an event', JournalEntryUpdatedV1],
    ['the context of an event', EventContext],
  ])('leaves %s alone, which the transport has made and validated', async (_what, metatype) => {
    const value = {};
    expect(await pipe.transform(value, { type: 'body', metatype })).toBe(value);
  });
});
