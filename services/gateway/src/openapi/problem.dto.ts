import { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { ERROR_CODES, type ErrorCode } from '@inner-weather/contracts/messaging/errors';
import type { Params } from '@inner-weather/languages/messages';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class ErrorDetailDto {
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

/** The form of every error: application/problem+json. */
export class ProblemDto {
  @ApiProperty()
  type: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ type: 'integer' })
  status: number;

  @ApiProperty({ enum: ERROR_CODES })
  code: ErrorCode;

  @ApiProperty()
  detail: string;

  @ApiProperty({ type: [ErrorDetailDto] })
  errors: ErrorDetailDto[];
}

/** The form of 412: also with the entry as it is now. */
export class StaleProblemDto extends ProblemDto {
  @ApiProperty({ description: 'The entry as it is now.' })
  current: EntryDto;
}
