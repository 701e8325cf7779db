import { DomainError } from '@inner-weather/contracts/messaging/errors';

export const unavailableError = () =>
  new DomainError(
    'unavailable',
    'A part of the journal is not reachable right now. Please try again in a moment.',
    2,
  );

export const timeoutError = () =>
  new DomainError('timeout', 'That took too long. Please try again in a moment.', 2);

export const internalError = () => new DomainError('internal', 'Something went wrong on our side.');
