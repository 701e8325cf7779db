import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { skyOf } from '@inner-weather/domain/weather/skies';
import { useEffect } from 'react';
import { isolate } from '../../lib/language/isolate';
import { WeatherGlyph } from '../../components/entries/weather-glyph';
import { Skeleton } from '../../components/page/skeleton';
import type { components } from '../../lib/api/api-types.gen';
import { useCurrentWeather } from './use-current-weather';
import { WEATHER_CREDITS } from '../../lib/links';
import { rememberWeather } from '../../lib/weather/sky';
import { useWeatherInWords } from '../../lib/weather/temperature';
import styles from './first-run.module.css';

type Weather = components['schemas']['WeatherNowDto'];

interface WeatherNowProps {
  city: string;
  /** A `geo:` URI; undefined if it is not known which place the city is. */
  place: string | undefined;
}

/** The weather at a city now, also in the sky behind the page. */
export function WeatherNow({ city, place }: WeatherNowProps) {
  const { data, isError, isPending } = useCurrentWeather(place);
  return (
    <div role="status" className={styles.now}>
      {place !== undefined && isPending && <Skeleton width="12em" height="1.5em" />}
      {place !== undefined && (isError || data === null) && (
        <p>{t`Weather isn’t available right now. Your entries get it as soon as it is.`}</p>
      )}
      {data && <Drawn weather={data} city={city} />}
    </div>
  );
}

function Drawn({ weather: { condition, temperature, provider }, city }: { weather: Weather; city: string }) {
  const inWords = useWeatherInWords({ weatherData: condition, temperature });
  const providerName = isolate(WEATHER_CREDITS[provider].name);
  useEffect(() => rememberWeather(condition), [condition]);
  return (
    <>
      <span className={styles.disc} data-sky={skyOf(condition)}>
        <WeatherGlyph condition={condition} size={36} />
      </span>
      <div>
        <p className={styles.condition}>{inWords}</p>
        <p className={styles.source}>
          <Trans comment="Below the weather: Clear, 13 °C">
            in <bdi>{city}</bdi> now, from {providerName}
          </Trans>
        </p>
      </div>
    </>
  );
}
