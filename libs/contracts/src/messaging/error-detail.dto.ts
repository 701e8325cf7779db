import type { Params } from '@inner-weather/languages/messages';
import type { ErrorDetail } from './errors.js';
import { Doc, OPTIONAL } from '../validation/documented.js';

/** One of the errors of an answer. */
export class ErrorDetailDto implements ErrorDetail {
  @Doc('A message that tells the person what is wrong, in English.')
  msg: string;

  @Doc('The field with the problem.', OPTIONAL)
  field?: string;

  @Doc('Identifies the message, for clients that word it themselves. Absent where it has none.', {
    example: 'name_length',
    required: false,
  })
  code?: string;

  @Doc('The numbers and names in the message.', {
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    example: { max: 100 },
    selfRequired: false,
  })
  params?: Params;
}
