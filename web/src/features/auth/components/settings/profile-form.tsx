import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { useCityCheck } from '../../../../components/forms/place/places';
import type { Profile } from '../../../../lib/account/profile';
import { changeLanguage } from '../../../../lib/language/language';
import { useChangeProfile } from '../../api/profile';
import styles from '../sign-in/auth-layout.module.css';
import { HomeField, NameFields } from '../sign-in/fields/profile-fields';
import { changesOfDay, DayFields, dayValuesOf, type DayValues } from './day-fields';

type ProfileFields = Record<'firstName' | 'lastName' | 'location', string> & DayValues;

export function ProfileForm({ profile }: { profile: Profile }) {
  const change = useChangeProfile();
  const form = useForm<ProfileFields>({ defaultValues: fieldsOf(profile) });
  useEffect(() => {
    showSaved(form, fieldsOf(profile), (name) => form.getFieldState(name).isDirty);
  }, [form, profile]);
  const checkCity = useCityCheck(form);
  const { isDirty } = form.formState;
  const submit = form.handleSubmit(async (sent) => {
    if (change.isPending) return;
    const { firstName, lastName, location, ...day } = sent;
    const hasMoved = location.trim() !== profile.location;
    const place = hasMoved ? await checkCity(location) : {};
    if (!place) return;
    change.mutate(
      { firstName, lastName, location, ...changesOfDay(day), ...place },
      {
        onSuccess: (user) => {
          showSaved(form, fieldsOf(user), (name) => form.getValues(name) !== sent[name]);
          changeLanguage(day.language);
        },
        onError: (error) => showAtFields(form, error),
      },
    );
  });
  const general = beyondFields(form, change.error);
  return (
    <form noValidate className={styles.narrow} onSubmit={(event) => void submit(event)}>
      {general && <Notice tone="error">{general}</Notice>}
      <FormProvider {...form}>
        <NameFields />
        <HomeField hint={t`New entries get its weather. Older ones keep theirs.`} />
        <DayFields chosenZone={profile.timeZone} />
      </FormProvider>
      <Button type="submit" busy={change.isPending}>
        <Trans>Save profile</Trans>
      </Button>
      {change.isSuccess && !isDirty && (
        <Notice tone="success">
          <Trans>Your profile has been saved.</Trans>
        </Notice>
      )}
    </form>
  );
}

const fieldsOf = (profile: Profile): ProfileFields => ({
  firstName: profile.name,
  lastName: profile.lastName,
  location: profile.location,
  ...dayValuesOf(profile),
});

/** Shows what is saved now, and keeps the fields that were edited since. */
function showSaved(
  form: UseFormReturn<ProfileFields>,
  saved: ProfileFields,
  isEdited: (name: keyof ProfileFields) => boolean,
): void {
  const names = Object.keys(saved) as (keyof ProfileFields)[];
  const edited = names.filter(isEdited).map((name) => [name, form.getValues(name)] as const);
  form.reset(saved, { keepFieldsRef: true });
  for (const [name, value] of edited) form.setValue(name, value, { shouldDirty: true });
}
