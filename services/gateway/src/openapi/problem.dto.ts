import { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { ERROR_CODES, type ErrorCode } from '@inner-weather/contracts/messaging/errors';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class ErrorDetailDto {
  @ApiProperty({ description: 'A message that tells the person what is wrong.' })
  msg: string;

  @ApiPropertyOptional({ description: 'The field with the problem.' })
  field?: string;
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
