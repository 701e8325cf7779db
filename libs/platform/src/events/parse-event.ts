import { EVENTS, type EventName } from '@inner-weather/contracts/messaging/events';
import { firstProblem } from '../compiled-check.js';
import { parseJson } from '../messaging/payload.js';
import { PermanentError } from './permanent-error.js';

/** Returns the payload, with the fields of its class only. Throws a PermanentError if the body is not a valid payload. */
export function parseEvent(type: EventName, body: Buffer): object {
  const json = parseJson(body);
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw new PermanentError('the payload is not an object');
  }
  const problem = firstProblem(json, EVENTS[type].payload);
  if (problem !== undefined) throw new PermanentError(`the payload is not a ${type}: ${problem}`);
  return json;
}
