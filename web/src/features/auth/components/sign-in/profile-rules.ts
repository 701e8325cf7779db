import { t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { requiredText } from '../../../../components/forms/text-rules';

/** The validation rules of the sign-up and profile forms. */
export const profileRules = () => ({
  firstName: { validate: requiredText(LIMITS.nameMax, t`What should we call you?`) },
  lastName: { validate: requiredText(LIMITS.nameMax, t`Enter your last name`) },
  location: { validate: requiredText(LIMITS.locationMax, t`Enter your city so we can add the weather.`) },
});
