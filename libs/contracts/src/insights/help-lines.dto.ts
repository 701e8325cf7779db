import { HELP_LINE_HOURS_CODES, type HelpLineHours } from '@inner-weather/domain/self-harm/help-line-hours';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsISO31661Alpha2,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
} from 'class-validator';
import { Length } from '../validation/validators.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A crisis help line, for people who think about harming themselves. */
export class HelpLineDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'GB',
    description:
      'The ISO 3166-1 alpha-2 code of the country that the help line serves. Null if it is available from anywhere.',
  })
  @IsOptional()
  @IsISO31661Alpha2()
  country: string | null;

  @ApiProperty({ example: 'Samaritans', minLength: 1, maxLength: 100 })
  @IsString()
  @Length(1, 100)
  name: string;

  @ApiProperty({
    type: [String],
    example: ['116 123'],
    maxItems: 5,
    description:
      'Phone numbers with digits, spaces and an optional leading plus or asterisk. Empty if the help line has only a website.',
  })
  @ArrayMaxSize(5)
  @Matches(/^[+*]?\d[\d ]{1,18}\d$/, { each: true })
  phones: string[];

  @ApiProperty({ example: 'https://www.samaritans.org', maxLength: 200 })
  @IsUrl({ protocols: ['https'], require_protocol: true })
  @Length(1, 200)
  website: string;

  @ApiProperty({ example: 'day and night', maxLength: 100, description: 'The opening hours, in English.' })
  @IsString()
  @Length(1, 100)
  hours: string;

  @ApiPropertyOptional({
    enum: HELP_LINE_HOURS_CODES,
    example: 'always',
    description: 'The same as `hours` for clients that show it in other languages.',
  })
  @IsOptional()
  @IsIn(HELP_LINE_HOURS_CODES)
  hoursCode?: HelpLineHours;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '999',
    description: 'The emergency number of the country. Null if unknown.',
  })
  @IsOptional()
  @Matches(/^\d{2,5}$/)
  emergency: string | null;

  @ApiProperty({
    example: 'https://www.samaritans.org',
    description: 'The page that this information was taken from.',
  })
  @IsUrl({ protocols: ['https'], require_protocol: true })
  @Length(1, 300)
  source: string;

  @ApiProperty({
    example: '2026-11-21',
    description: 'The day on which the information was checked, as YYYY-MM-DD.',
  })
  @Matches(DATE)
  lookedUp: string;
}

/** GET /help-lines. */
export class HelpLinesDto {
  @ApiProperty({ type: [HelpLineDto], minItems: 1, description: 'The help lines, in display order.' })
  @ArrayMinSize(1)
  items: HelpLineDto[];
}
