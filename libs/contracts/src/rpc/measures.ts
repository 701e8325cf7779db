import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { IsOptional, IsString, Matches } from 'class-validator';
import { MeasuredDayDto, MeasureFields, OrderMeasuresDto } from '../measures/measures.dto.js';
import { Nested } from '../validation/fields.js';
import { IsDay, IsDayEnd, IsTimeZoneName } from '../validation/validators.js';
import { UserRequest } from './requests.js';

/* What journal is asked about measures. The calls are in journal.ts. */

/** The gateway checks the id. */
export class MeasureRequest extends UserRequest {
  @Matches(OWN_ID_PATTERN)
  @IsString()
  measureId: string;
}

export class PutMeasureRequest extends MeasureRequest {
  @Nested(MeasureFields)
  measure: MeasureFields;
}

export class OrderMeasuresRequest extends OrderMeasuresDto {
  @IsString()
  userId: string;
}

/** Also what a check-in of that day needs. */
export class PutMeasuredDayRequest extends MeasureRequest {
  @IsDay()
  day: string;

  @Nested(MeasuredDayDto)
  body: MeasuredDayDto;

  /** The city of the account. */
  @IsString()
  location: string;

  /** The time zone of the account. Absent: a day that has begun in any zone is accepted. */
  @IsOptional()
  @IsTimeZoneName()
  tz?: string;

  /** As in CreateEntryRequest. */
  @IsOptional()
  @IsDayEnd()
  dayEndsAt?: number;
}
