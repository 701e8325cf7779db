import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { DAY_ENDS_AT_MAX } from '@inner-weather/domain/time/local-time';
import { PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { TokenDto } from './sign-in.dto.js';

/** The user, as contained in the token. */
export class SessionUserDto {
  @ApiProperty({ description: 'An opaque, stable identifier.' })
  id: string;

  @ApiProperty({ description: 'The first name.', example: 'Ana' })
  name: string;

  @ApiProperty({ format: 'email', description: 'The email address, in lower case.' })
  email: string;

  @ApiProperty({ description: 'The name of a city.', example: 'Porto' })
  location: string;

  @ApiPropertyOptional({
    pattern: PLACE_PATTERN.source,
    example: 'geo:41.15,-8.61',
    description: 'Which place `location` is, if the person has chosen one.',
  })
  place?: string;

  @ApiPropertyOptional({
    example: 'Europe/Lisbon',
    description:
      'The IANA time zone of the person, if they have chosen one. Otherwise that of the device counts.',
  })
  timeZone?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: DAY_ENDS_AT_MAX,
    example: 3,
    description:
      'The full hour on local clocks at which the days of the person end, if it is not midnight. What they write before it belongs to the day before.',
  })
  dayEndsAt?: number;

  @ApiPropertyOptional({
    enum: LANGUAGE_TAGS,
    example: 'pt-BR',
    description:
      'The language of the person, for the page, mails and insights. Absent for accounts that never had one: they are English.',
  })
  language?: Language;
}

/** GET /session. */
export class SessionDto extends TokenDto {
  @ApiProperty({ type: SessionUserDto })
  user: SessionUserDto;
}

/** GET /user/me/sessions: a signed-in browser. */
export class OpenSessionDto {
  @ApiProperty({ description: 'An opaque, stable identifier.' })
  id: string;

  @ApiProperty({
    description: 'The browser and operating system in English, as reported by the browser.',
    example: 'Firefox on Linux',
  })
  device: string;

  @ApiPropertyOptional({ example: 'Firefox', description: 'The browser alone, if it is known.' })
  browser?: string;

  @ApiPropertyOptional({ example: 'Linux', description: 'The operating system alone, if it is known.' })
  system?: string;

  @ApiProperty({ format: 'date-time', description: 'When the session began.' })
  createdAt: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When the session last requested a token, which happens when a page is opened.',
  })
  lastSeenAt: string;

  @ApiProperty({ description: 'Whether this is the session that sent the request.' })
  current: boolean;
}
