import { plural, t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { isVisible } from '@inner-weather/domain/text/visible';

export const notBlank = (words: string) => (value: string | undefined) => isVisible(value ?? '') || words;

export const atMost = (max: number) => ({
  value: max,
  message: plural(max, { one: 'At most # character, please', other: 'At most # characters, please' }),
});

/** The validation rules of the sign-up and profile forms. */
export const profileRules = () => ({
  firstName: { validate: notBlank(t`What should we call you?`), maxLength: atMost(LIMITS.nameMax) },
  lastName: { validate: notBlank(t`Enter your last name`), maxLength: atMost(LIMITS.nameMax) },
  location: {
    validate: notBlank(t`Enter your city so we can add the weather.`),
    maxLength: atMost(LIMITS.locationMax),
  },
});
