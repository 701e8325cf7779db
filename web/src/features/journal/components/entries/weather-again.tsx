import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import { useMeaning } from '../../../../components/forms/place/places';
import type { Entry } from '../../../../lib/entry/entry';
import type { useLookUpWeather } from '../../api/look-up-weather';
import styles from './entry-card.module.css';
import { EntryWeather } from './entry-weather';

interface WeatherAgainProps {
  entry: Entry;
  /** The card's mutation: this component is unmounted while the weather is pending. */
  lookUp: ReturnType<typeof useLookUpWeather>;
}

/** The words of an entry without weather, which show or hide the ways to get it. */
export function MissingWeather({
  entry,
  isOpen,
  onToggle,
}: {
  entry: Entry;
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <Button variant="quiet" className={styles.missing} aria-expanded={isOpen} onClick={onToggle}>
      <EntryWeather entry={entry} watching={false} />
    </Button>
  );
}

/** The ways to get the weather: look it up again, or correct the city. */
export function WeatherAgainButtons({
  entry,
  lookUp,
  onCorrect,
}: WeatherAgainProps & { onCorrect: () => void }) {
  return (
    <div className={styles.actions}>
      <Button variant="plain" busy={lookUp.isPending} onClick={() => lookUp.mutate(entry._id)}>
        <Trans>Look up the weather</Trans>
      </Button>
      <Button variant="plain" onClick={onCorrect}>
        <Trans>Correct the city</Trans>
      </Button>
    </div>
  );
}

/** The state or outcome of the request. */
export function WeatherAgainWords({ entry, lookUp }: WeatherAgainProps) {
  // If the city has changed since the request, the answer no longer applies.
  const isAnswered = lookUp.data?.location === entry.location;
  const isUnavailable = entry.weatherStatus === 'unavailable';
  const { data: places } = useMeaning(entry.location, isAnswered && isUnavailable);
  if (lookUp.error) {
    return (
      <Notice tone="error" title={t`The weather could not be requested.`}>
        {messageOf(lookUp.error)}
      </Notice>
    );
  }
  if (!isAnswered) return null;
  const city = isolate(entry.location);
  return (
    <p role="status" className={styles.words}>
      {entry.weatherStatus === 'pending' && t`Looking up the weather in ${city} at the time you wrote this.`}
      {isUnavailable &&
        (places?.length === 0
          ? t`There is no weather because we found no place called “${city}”. Correct the city to get it.`
          : t`No weather was found this time. You can ask again later.`)}
    </p>
  );
}
