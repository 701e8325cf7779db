import { plural } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { atMost } from './profile-rules';

const min = LIMITS.passwordMinSignup;

/** A form's rules for a new password. The server also refuses common passwords. */
export const passwordRules = () => ({
  minLength: {
    value: min,
    message: plural(min, { one: 'At least # character, please', other: 'At least # characters, please' }),
  },
  maxLength: atMost(LIMITS.passwordMax),
});

export const passwordHint = () =>
  plural(min, { one: 'At least # character.', other: 'At least # characters.' });
