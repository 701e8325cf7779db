import { useController, useFormContext } from 'react-hook-form';
import { CityField } from '../../../../components/forms/city-field';
import { TextField } from '../../../../components/forms/field';
import { PROFILE_RULES } from './profile-rules';

type ProfileFields = Record<keyof typeof PROFILE_RULES, string>;

/** The name fields of the sign-up and profile forms, registered with the form around them. */
export function NameFields() {
  const { register, formState } = useFormContext<ProfileFields>();
  const { errors } = formState;
  return (
    <>
      <TextField
        label="Name"
        autoComplete="given-name"
        required
        error={errors.firstName?.message}
        {...register('firstName', PROFILE_RULES.firstName)}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        required
        error={errors.lastName?.message}
        {...register('lastName', PROFILE_RULES.lastName)}
      />
    </>
  );
}

/** The city field of the sign-up and profile forms, registered with the form around it. */
export function HomeField({ hint }: { hint: string }) {
  const { field, fieldState } = useController<ProfileFields, 'location'>({
    name: 'location',
    rules: PROFILE_RULES.location,
  });
  return (
    <CityField
      {...field}
      label="Your location (City)"
      autoComplete="address-level2"
      required
      hint={hint}
      error={fieldState.error?.message}
    />
  );
}
