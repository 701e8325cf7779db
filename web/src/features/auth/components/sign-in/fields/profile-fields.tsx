import { t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useController, useFormContext } from 'react-hook-form';
import { CityField } from '../../../../../components/forms/place/city-field';
import { TextField } from '../../../../../components/forms/field';
import { requiredText } from '../../../../../components/forms/text-rules';

/** The rules of the fields of the sign-up and profile forms. */
const profileRules = () => ({
  firstName: { validate: requiredText(LIMITS.nameMax, t`What should we call you?`) },
  lastName: { validate: requiredText(LIMITS.nameMax, t`Enter your last name`) },
  location: { validate: requiredText(LIMITS.locationMax, t`Enter your city so we can add the weather.`) },
  email: {
    validate: requiredText(LIMITS.emailMax, t`Enter your email`),
    pattern: {
      value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
      message: t`That doesn't look like an email address`,
    },
  },
});

type ProfileFields = Record<keyof ReturnType<typeof profileRules>, string>;

/** The name fields of the sign-up and profile forms, registered with the form around them. */
export function NameFields() {
  const { register, formState } = useFormContext<ProfileFields>();
  const { errors } = formState;
  const rules = profileRules();
  return (
    <>
      <TextField
        label={t({ message: 'Name', comment: 'The given name.' })}
        autoComplete="given-name"
        required
        error={errors.firstName?.message}
        {...register('firstName', rules.firstName)}
      />
      <TextField
        label={t`Last Name`}
        autoComplete="family-name"
        required
        error={errors.lastName?.message}
        {...register('lastName', rules.lastName)}
      />
    </>
  );
}

/** The city field of the sign-up and profile forms, registered with the form around it. */
export function HomeField({ hint }: { hint: string }) {
  const { field, fieldState } = useController<ProfileFields, 'location'>({
    name: 'location',
    rules: profileRules().location,
  });
  return (
    <CityField
      {...field}
      label={t`Your location (City)`}
      autoComplete="address-level2"
      required
      hint={hint}
      error={fieldState.error?.message}
    />
  );
}

/** The field of the address of a new account, registered with the form around it. */
export function EmailField() {
  const { register, formState } = useFormContext<ProfileFields>();
  return (
    <TextField
      label={t`Email`}
      type="email"
      autoComplete="email"
      required
      error={formState.errors.email?.message}
      {...register('email', profileRules().email)}
    />
  );
}
