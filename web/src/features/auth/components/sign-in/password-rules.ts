import { LIMITS } from '@inner-weather/domain/limits';

/** A form's rules for a new password. The server also refuses common passwords. */
export const PASSWORD_RULES = {
  minLength: {
    value: LIMITS.passwordMinSignup,
    message: `At least ${LIMITS.passwordMinSignup} characters, please`,
  },
  maxLength: { value: LIMITS.passwordMax, message: `At most ${LIMITS.passwordMax} characters, please` },
};

export const PASSWORD_HINT = `At least ${LIMITS.passwordMinSignup} characters.`;
