import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/page/notice';
import { useChangeProfile } from '../../features/auth/api/profile';
import { HomeField } from '../../features/auth/components/sign-in/fields/profile-fields';
import { beyondFields, showAtFields } from '../../components/forms/form-errors';
import { useCityCheck, useMeaning } from '../../components/forms/place/places';
import { useProfile } from '../../lib/account/profile';
import type { SessionUser } from '../../lib/api/session';
import { adminPageSeen } from '../notices/administrator-notice';
import styles from './first-run.module.css';
import { StepForm, type StepProps } from './step-form';
import { WeatherNow } from './weather-now';

/** Which place the city of the sign-up is, with its weather now. */
export function CityStep({ user, onDone, ...rest }: StepProps & { user: SessionUser }) {
  const change = useChangeProfile();
  const form = useForm({ defaultValues: { location: user.location } });
  const checkCity = useCityCheck(form);
  const city = useWatch({ control: form.control, name: 'location' });
  // The field looks the city up once the user has stopped typing.
  const meaning = useMeaning(city, false).data?.[0];
  const isHome = (written: string) => written.trim() === user.location;
  const place = (isHome(city) ? user.place : undefined) ?? meaning?.place;
  const administers = useProfile().data?.isAdmin === true;
  const [isTold] = useState(adminPageSeen.get);

  const leave = () => {
    if (administers) adminPageSeen.set(true);
    onDone();
  };
  const submit = form.handleSubmit(async ({ location }) => {
    if (change.isPending) return;
    if (isHome(location) && user.place !== undefined) return leave();
    const found = await checkCity(location);
    if (!found) return;
    if (isHome(location) && found.place === undefined) return leave();
    change.mutate(
      { location, ...found },
      { onSuccess: leave, onError: (error) => showAtFields(form, error) },
    );
  });
  const general = beyondFields(form, change.error);

  return (
    <StepForm
      {...rest}
      heading={t`Where do your days take place?`}
      intro={t`Each entry gets the weather of its city, so you can look back at both.`}
      busy={change.isPending}
      onSubmit={() => void submit()}
      onDone={leave}
    >
      {administers && !isTold && (
        <p className={styles.aside}>
          <Trans>
            You administer this journal. Check its <Link to="/admin">system status</Link> before others use
            it.
          </Trans>
        </p>
      )}
      {general && <Notice tone="error">{general}</Notice>}
      <FormProvider {...form}>
        <HomeField hint={t`The city and the date go to the weather service. Never what you write.`} />
      </FormProvider>
      <WeatherNow city={city.trim()} place={place} />
    </StepForm>
  );
}
