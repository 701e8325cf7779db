import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@inner-weather/languages/languages';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { SelectField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { deviceTimeZone, isDeviceZoneKnown } from '../../../../lib/dates/dates';
import { beyondFields, showAtFields } from '../../../../lib/api/form-errors';
import { useCityCheck } from '../../../../lib/api/places';
import { timeZoneInWords, timeZonesByArea } from '../../../../lib/dates/time-zones';
import { changeLanguage, currentLanguage } from '../../../../lib/language/language';
import { useChangeProfile, type Profile, type ProfileChanges } from '../../api/profile';
import styles from '../sign-in/auth-layout.module.css';
import { HomeField, NameFields } from '../sign-in/profile-fields';

/** The form's values. An empty time zone means that of the device. */
type ProfileFields = Record<'firstName' | 'lastName' | 'location' | 'timeZone', string> & {
  language: Language;
};

export function ProfileForm({ profile }: { profile: Profile }) {
  const change = useChangeProfile();
  const checkCity = useCityCheck();
  const form = useForm<ProfileFields>({ values: fieldsOf(profile) });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    if (change.isPending) return;
    const hasMoved = fields.location.trim() !== profile.location;
    const { place, problem } = hasMoved ? await checkCity(fields.location) : {};
    if (problem !== undefined) {
      form.setError('location', { message: problem }, { shouldFocus: true });
      return;
    }
    change.mutate(
      { ...changesOf(fields), ...(place !== undefined && { place }) },
      {
        onSuccess: () => changeLanguage(fields.language),
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
      </FormProvider>
      <SelectField
        label={t`Time zone`}
        hint={t`When your days begin and end. Entries keep the day on which you lived them.`}
        error={errors.timeZone?.message}
        {...form.register('timeZone')}
      >
        <option value="">{asThisDevice()}</option>
        {timeZonesByArea(profile.timeZone).map(([area, zones]) => (
          <optgroup key={area} label={area}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {timeZoneInWords(zone)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label={t`Language`}
        hint={t`The language of the page, mails and insights.`}
        error={errors.language?.message}
        {...form.register('language')}
      >
        {LANGUAGE_TAGS.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {LANGUAGES[tag]}
          </option>
        ))}
      </SelectField>
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

function asThisDevice(): string {
  const zone = timeZoneInWords(deviceTimeZone());
  return isDeviceZoneKnown()
    ? t`As this device: ${zone}`
    : t`As this device: ${zone}, because it names no time zone`;
}

function fieldsOf({ name, lastName, location, timeZone, language }: Profile): ProfileFields {
  return {
    firstName: name,
    lastName,
    location,
    timeZone: timeZone ?? '',
    // An older account has none until it is saved here.
    language: language ?? currentLanguage(),
  };
}

function changesOf({ timeZone, ...fields }: ProfileFields): ProfileChanges {
  return { ...fields, timeZone: timeZone || null };
}
