import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Skeleton } from '../../../../components/page/skeleton';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { WeatherGlyph } from '../../../../components/entries/weather-glyph';
import { cn } from '../../../../lib/cn';
import { useWeatherInWords } from '../../../../lib/weather/temperature';
import type { Entry } from '../../../../lib/entry/entry';
import styles from './entry-weather.module.css';

/** The entry's weather: a shimmer while it is coming, then the words and the temperature, which fade in. */
export function EntryWeather({ entry, watching }: { entry: Entry; watching: boolean }) {
  const isPending = entry.weatherStatus === 'pending';
  const [hasWaited, setHasWaited] = useState(isPending);
  if (isPending && !hasWaited) setHasWaited(true);
  const inWords = useWeatherInWords(entry);

  if (isPending && watching) {
    return (
      <span data-weather="pending">
        <Skeleton width="8.5em" height="0.9em" />
        <VisuallyHidden>{t`Weather is on its way`}</VisuallyHidden>
      </span>
    );
  }
  if (isPending) return <span data-weather="late">{t`Weather to follow`}</span>;
  return (
    <span data-weather={entry.weatherStatus} className={cn(styles.weather, hasWaited && styles.arrived)}>
      {entry.weatherStatus === 'ready' && <WeatherGlyph condition={entry.weatherData} />}
      {inWords}
    </span>
  );
}
