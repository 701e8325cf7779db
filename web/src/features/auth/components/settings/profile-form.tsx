import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { SelectField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { deviceTimeZone, isDeviceZoneKnown } from '../../../../lib/dates/dates';
import { beyondFields, showAtFields } from '../../../../lib/api/form-errors';
import { useCityCheck } from '../../../../lib/api/places';
import { timeZoneInWords, timeZonesByArea } from '../../../../lib/dates/time-zones';
import { useChangeProfile, type Profile, type ProfileChanges } from '../../api/profile';
import styles from '../sign-in/auth-layout.module.css';
import { HomeField, NameFields } from '../sign-in/profile-fields';

/** The form's values. An empty time zone means that of the device. */
type ProfileFields = Record<'firstName' | 'lastName' | 'location' | 'timeZone', string>;

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
      { onError: (error) => showAtFields(form, error) },
    );
  });
  const general = beyondFields(form, change.error);
  return (
    <form noValidate className={styles.narrow} onSubmit={(event) => void submit(event)}>
      {general && <Notice tone="error">{general}</Notice>}
      <FormProvider {...form}>
        <NameFields />
        <HomeField hint="New entries get its weather. Older ones keep theirs." />
      </FormProvider>
      <SelectField
        label="Time zone"
        hint="When your days begin and end. Entries keep the day on which you lived them."
        error={errors.timeZone?.message}
        {...form.register('timeZone')}
      >
        <option value="">
          As this device: {timeZoneInWords(deviceTimeZone())}
          {!isDeviceZoneKnown() && ', because it names no time zone'}
        </option>
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
      <Button type="submit" busy={change.isPending}>
        Save profile
      </Button>
      {change.isSuccess && !isDirty && <Notice tone="success">Your profile has been saved.</Notice>}
    </form>
  );
}

function fieldsOf({ name, lastName, location, timeZone }: Profile): ProfileFields {
  return {
    firstName: name,
    lastName,
    location,
    timeZone: timeZone ?? '',
  };
}

function changesOf({ timeZone, ...fields }: ProfileFields): ProfileChanges {
  return { ...fields, timeZone: timeZone || null };
}
