import type { Params } from '@inner-weather/languages/messages';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ErrorDetail } from './errors.js';

/** One of the errors of an answer. */
export class ErrorDetailDto implements ErrorDetail {
  @ApiProperty({ description: 'A message that tells the person what is wrong, in English.' })
  msg: string;

  @ApiPropertyOptional({ description: 'The field with the problem.' })
  field?: string;

  @ApiPropertyOptional({
    example: 'name_length',
    description: 'Identifies the message, for clients that word it themselves. Absent where it has none.',
  })
  code?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    example: { max: 100 },
    description: 'The numbers and names in the message.',
  })
  params?: Params;
}
