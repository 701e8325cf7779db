import { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { ErrorDetailDto } from '@inner-weather/contracts/messaging/error-detail.dto';
import { ERROR_CODES, type ErrorCode } from '@inner-weather/contracts/messaging/errors';
import { ApiProperty } from '@nestjs/swagger';

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
