import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsISO31661Alpha2,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
} from 'class-validator';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Somebody to talk to, for who thinks of harming themselves. */
export class HelpLineDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'GB',
    description: 'ISO 3166-1 alpha-2 code of the country that it serves. Null: it helps from anywhere.',
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
      'Numbers as people write them: digits, spaces, a plus in front. None: it has a website alone.',
  })
  @ArrayMaxSize(5)
  @Matches(/^\+?\d[\d ]{1,18}\d$/, { each: true })
  phones: string[];

  @ApiProperty({ example: 'https://www.samaritans.org', maxLength: 200 })
  @IsUrl({ protocols: ['https'], require_protocol: true })
  @Length(1, 200)
  website: string;

  @ApiProperty({ example: 'day and night', maxLength: 100, description: 'When somebody answers, in words.' })
  @IsString()
  @Length(1, 100)
  hours: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '999',
    description: 'The number for an emergency in that country. Null: unknown.',
  })
  @IsOptional()
  @Matches(/^\d{2,5}$/)
  emergency: string | null;

  @ApiProperty({ example: 'https://www.samaritans.org', description: 'Where this was looked up.' })
  @IsUrl({ protocols: ['https'], require_protocol: true })
  @Length(1, 300)
  source: string;

  @ApiProperty({ example: '2026-11-21', description: 'The day on which it was looked up, YYYY-MM-DD.' })
  @Matches(DATE)
  lookedUp: string;
}

/** GET /help-lines. */
export class HelpLinesDto {
  @ApiProperty({ type: [HelpLineDto], minItems: 1, description: 'In the order in which to show them.' })
  @ArrayMinSize(1)
  items: HelpLineDto[];
}
