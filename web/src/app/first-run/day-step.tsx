import { t } from '@lingui/core/macro';
import { FormProvider, useForm } from 'react-hook-form';
import { Notice } from '../../components/page/notice';
import { QueryError } from '../../components/page/query-error';
import { Skeleton } from '../../components/page/skeleton';
import { TemperatureChoice } from '../../features/appearance/components/temperature-choice';
import { useChangeProfile } from '../../features/auth/api/profile';
import {
  changesOfDay,
  DayFields,
  dayValuesOf,
  type DayValues,
} from '../../features/auth/components/settings/day-fields';
import { beyondFields, showAtFields } from '../../components/forms/form-errors';
import { useProfile } from '../../lib/account/profile';
import { changeLanguage, currentLanguage } from '../../lib/language/language';
import { StepForm, type StepProps } from './step-form';

const UNKNOWN: DayValues = { timeZone: '', dayEndsAt: '0', language: currentLanguage() };

/** When the days of the user begin and end, their language and their units. */
export function DayStep({ onDone, ...rest }: StepProps) {
  const profile = useProfile();
  const change = useChangeProfile();
  const form = useForm<DayValues>({ values: profile.data ? dayValuesOf(profile.data) : UNKNOWN });
  const { isDirty } = form.formState;
  const submit = form.handleSubmit((values) => {
    if (change.isPending) return;
    if (!isDirty) return onDone();
    change.mutate(changesOfDay(values), {
      onSuccess: () => {
        onDone();
        changeLanguage(values.language);
      },
      onError: (error) => showAtFields(form, error),
    });
  });
  const general = beyondFields(form, change.error);
  return (
    <StepForm
      {...rest}
      heading={t`When does your day end?`}
      intro={t`If you write after midnight about the evening, let your day end later.`}
      busy={change.isPending}
      onSubmit={() => void submit()}
      onDone={onDone}
    >
      {general && <Notice tone="error">{general}</Notice>}
      {profile.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={profile} />
      {profile.data && (
        <FormProvider {...form}>
          <DayFields chosenZone={profile.data.timeZone} />
        </FormProvider>
      )}
      <TemperatureChoice />
    </StepForm>
  );
}
