import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { DAY_ENDS_AT_MAX } from '@inner-weather/domain/time/local-time';
import { PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { TokenDto } from './sign-in.dto.js';
import { Doc, TIME } from '../validation/documented.js';

/** The user, as contained in the token. */
export class SessionUserDto {
  @Doc('An opaque, stable identifier.')
  id: string;

  @Doc('The first name.', { example: 'Ana' })
  name: string;

  @Doc('The email address, in lower case.', { format: 'email' })
  email: string;

  @Doc('The name of a city.', { example: 'Porto' })
  location: string;

  @Doc('Which place `location` is, if the person has chosen one.', {
    pattern: PLACE_PATTERN.source,
    example: 'geo:41.15,-8.61',
    required: false,
  })
  place?: string;

  @Doc('The IANA time zone of the person, if they have chosen one. Otherwise that of the device counts.', {
    example: 'Europe/Lisbon',
    required: false,
  })
  timeZone?: string;

  @Doc(
    'The full hour on local clocks at which the days of the person end, if it is not midnight. What they write before it belongs to the day before.',
    { type: 'integer', minimum: 1, maximum: DAY_ENDS_AT_MAX, example: 3, required: false },
  )
  dayEndsAt?: number;

  @Doc(
    'The language of the person, for the page, mails and insights. Absent for accounts that never had one: they are English.',
    { enum: LANGUAGE_TAGS, example: 'pt-BR', required: false },
  )
  language?: Language;
}

/** GET /session. */
export class SessionDto extends TokenDto {
  @Doc({ type: SessionUserDto })
  user: SessionUserDto;
}

/** GET /user/me/sessions: a signed-in browser. */
export class OpenSessionDto {
  @Doc('An opaque, stable identifier.')
  id: string;

  @Doc('The browser and operating system in English, as reported by the browser.', {
    example: 'Firefox on Linux',
  })
  device: string;

  @Doc('The browser alone, if it is known.', { example: 'Firefox', required: false })
  browser?: string;

  @Doc('The operating system alone, if it is known.', { example: 'Linux', required: false })
  system?: string;

  @Doc('When the session began.', TIME)
  createdAt: string;

  @Doc('When the session last requested a token, which happens when a page is opened.', TIME)
  lastSeenAt: string;

  @Doc('Whether this is the session that sent the request.')
  current: boolean;
}
