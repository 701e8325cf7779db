import { isolate } from '@inner-weather/domain/text/isolate';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import { useMeaning } from '../../../../lib/api/places';
import type { Entry } from '../../api/entry';
import type { useLookUpWeather } from '../../api/look-up-weather';
import styles from './entry-card.module.css';

interface WeatherAgainProps {
  entry: Entry;
  /** The card's mutation: this component is unmounted while the weather is pending. */
  lookUp: ReturnType<typeof useLookUpWeather>;
}

/** Buttons for an entry without weather: look it up again, or correct the city. */
export function WeatherAgainButtons({
  entry,
  lookUp,
  onCorrect,
}: WeatherAgainProps & { onCorrect: () => void }) {
  if (entry.weatherStatus !== 'unavailable') return null;
  return (
    <>
      <Button variant="plain" busy={lookUp.isPending} onClick={() => lookUp.mutate(entry._id)}>
        Look up the weather
      </Button>
      <Button variant="plain" onClick={onCorrect}>
        Correct the city
      </Button>
    </>
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
      <Notice tone="error" title="The weather could not be requested.">
        {messageOf(lookUp.error)}
      </Notice>
    );
  }
  if (!isAnswered) return null;
  return (
    <p role="status" className={styles.words}>
      {entry.weatherStatus === 'pending' &&
        `Looking up the weather in ${isolate(entry.location)} at the time you wrote this.`}
      {isUnavailable &&
        (places?.length === 0
          ? `There is no weather because we found no place called “${isolate(entry.location)}”. Correct the city to get it.`
          : 'No weather was found this time. You can ask again later.')}
    </p>
  );
}
