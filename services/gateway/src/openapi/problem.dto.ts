import { ERROR_CODES, type ErrorCode } from '@inner-weather/contracts/errors';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class ErrorDetailDto {
  @ApiProperty({ description: 'What is wrong, for the person who can mend it.' })
  msg: string;

  @ApiPropertyOptional({ description: 'The field that it is about.' })
  field?: string;
}

/** What every error looks like: application/problem+json. */
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
