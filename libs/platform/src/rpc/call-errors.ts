import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';

export const unavailableError = () =>
  new DomainError('unavailable', problem(REQUEST_PROBLEMS.part_unreachable), 2);

export const timeoutError = () => new DomainError('timeout', problem(REQUEST_PROBLEMS.timeout), 2);

export const internalError = () => new DomainError('internal', problem(REQUEST_PROBLEMS.internal));
