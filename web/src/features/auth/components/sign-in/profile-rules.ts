import { LIMITS } from '@inner-weather/domain/limits';
import { isVisible } from '@inner-weather/domain/text/visible';

export const notBlank = (words: string) => (value: string | undefined) => isVisible(value ?? '') || words;

export const atMost = (max: number) => ({ value: max, message: `At most ${max} characters, please` });

/** The validation rules of the sign-up and profile forms. */
export const PROFILE_RULES = {
  firstName: { validate: notBlank('What should we call you?'), maxLength: atMost(LIMITS.nameMax) },
  lastName: { validate: notBlank('Enter your last name'), maxLength: atMost(LIMITS.nameMax) },
  location: {
    validate: notBlank('Enter your city so we can add the weather.'),
    maxLength: atMost(LIMITS.locationMax),
  },
};
