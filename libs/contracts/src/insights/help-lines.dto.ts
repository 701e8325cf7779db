import { HELP_LINE_HOURS_CODES, type HelpLineHours } from '@inner-weather/domain/self-harm/help-line-hours';
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
import { Doc } from '../validation/documented.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A crisis help line, for people who think about harming themselves. */
export class HelpLineDto {
  @Doc(
    'The ISO 3166-1 alpha-2 code of the country that the help line serves. Null if it is available from anywhere.',
    { nullable: true, required: true, example: 'GB' },
  )
  @IsOptional()
  @IsISO31661Alpha2()
  country: string | null;

  @Doc({ example: 'Samaritans' })
  @IsString()
  @Length(1, 100)
  name: string;

  @Doc(
    'Phone numbers with digits, spaces and an optional leading plus or asterisk. Empty if the help line has only a website.',
    { type: [String], example: ['116 123'] },
  )
  @ArrayMaxSize(5)
  @Matches(/^[+*]?\d[\d ]{1,18}\d$/, { each: true })
  phones: string[];

  @Doc({ example: 'https://www.samaritans.org' })
  @IsUrl({ protocols: ['https'], require_protocol: true })
  @Length(1, 200)
  website: string;

  @Doc('The opening hours, in English.', { example: 'day and night' })
  @IsString()
  @Length(1, 100)
  hours: string;

  @Doc('The same as `hours` for clients that show it in other languages.', { example: 'always' })
  @IsOptional()
  @IsIn(HELP_LINE_HOURS_CODES)
  hoursCode?: HelpLineHours;

  @Doc('The emergency number of the country. Null if unknown.', {
    nullable: true,
    required: true,
    example: '999',
  })
  @IsOptional()
  @Matches(/^\d{2,5}$/)
  emergency: string | null;

  @Doc('The page that this information was taken from.', { example: 'https://www.samaritans.org' })
  @IsUrl({ protocols: ['https'], require_protocol: true })
  @Length(1, 300)
  source: string;

  @Doc('The day on which the information was checked, as YYYY-MM-DD.', { example: '2026-11-21' })
  @Matches(DATE)
  lookedUp: string;
}

/** GET /help-lines. */
export class HelpLinesDto {
  @Doc('The help lines, in display order.', { type: [HelpLineDto] })
  @ArrayMinSize(1)
  items: HelpLineDto[];
}
