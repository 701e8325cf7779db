import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { messageOf } from '../../../lib/api-error';
import type { Entry } from '../api/entry';
import type { useLookUpWeather } from '../api/look-up-weather';
import styles from './entry-card.module.css';

interface WeatherAgainProps {
  entry: Entry;
  /** The card's mutation: this component is unmounted while the weather is pending. */
  lookUp: ReturnType<typeof useLookUpWeather>;
}

/** A quiet way to ask again for the weather of an entry that has none. */
export function WeatherAgainButton({ entry, lookUp }: WeatherAgainProps) {
  if (entry.weatherStatus !== 'unavailable') return null;
  return (
    <Button variant="plain" busy={lookUp.isPending} onClick={() => lookUp.mutate(entry._id)}>
      Look up the weather
    </Button>
  );
}

/** The state or outcome of the request. */
export function WeatherAgainWords({ entry, lookUp }: WeatherAgainProps) {
  if (lookUp.error) {
    return (
      <Notice tone="error" title="The weather could not be requested.">
        {messageOf(lookUp.error)}
      </Notice>
    );
  }
  // The city has changed since, so the answer is no longer of interest.
  if (lookUp.data?.location !== entry.location) return null;
  return (
    <p role="status" className={styles.words}>
      {entry.weatherStatus === 'pending' &&
        `Looking up the weather in ${entry.location} at the time you wrote this.`}
      {entry.weatherStatus === 'unavailable' && 'No weather was found this time. You can ask again later.'}
    </p>
  );
}
