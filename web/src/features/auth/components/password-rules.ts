import { LIMITS } from '@inner-weather/contracts/limits';

/** What a new password has to be, for a form; that nobody else chooses it is the server's to say. */
export const PASSWORD_RULES = {
  minLength: {
    value: LIMITS.passwordMinSignup,
    message: `At least ${LIMITS.passwordMinSignup} characters, please`,
  },
  maxLength: { value: LIMITS.passwordMax, message: `At most ${LIMITS.passwordMax} characters, please` },
};

export const PASSWORD_HINT = `At least ${LIMITS.passwordMinSignup} characters.`;
