import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { PLACE_MAX, PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { MayBeAbsent } from '../validation/validators.js';
import { says } from '../validation/says.js';

/** Identifies the city among places with the same name. */
export const IsChosenPlace = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      maxLength: PLACE_MAX,
      pattern: PLACE_PATTERN.source,
      example: 'geo:41.15,-8.61',
      description:
        'Which place `location` is, as answered by GET /places. If absent, the name of the city says which.',
    }),
    MayBeAbsent(),
    Matches(PLACE_PATTERN, says(JOURNAL_PROBLEMS.place_invalid)),
  );
