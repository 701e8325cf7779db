import { plural } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { atLeast, atMost } from '../../../../../components/forms/text-rules';

const min = LIMITS.passwordMinSignup;

/** A form's rules for a new password. The server also refuses common passwords. */
export const passwordRules = () => ({ atLeast: atLeast(min), atMost: atMost(LIMITS.passwordMax) });

export const passwordHint = () =>
  plural(min, { one: 'At least # character.', other: 'At least # characters.' });
