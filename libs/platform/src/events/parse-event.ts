import { EVENTS, type EventName } from '@inner-weather/contracts/messaging/events';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { parseJson } from '../messaging/payload.js';
import { PermanentError } from './permanent-error.js';

/** Returns the payload as an instance of its class. Throws a PermanentError if the body is not a valid payload. */
export async function parseEvent(type: EventName, body: Buffer): Promise<object> {
  const json = parseJson(body);
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw new PermanentError('the payload is not an object');
  }
  const payload: object = plainToInstance(EVENTS[type].payload as new () => object, json);
  const problems = await validate(payload, { whitelist: true, forbidUnknownValues: true });
  if (problems.length > 0) {
    throw new PermanentError(
      `the payload is not a ${type}: ${problems.map((problem) => problem.property).join(', ')}`,
    );
  }
  return payload;
}
