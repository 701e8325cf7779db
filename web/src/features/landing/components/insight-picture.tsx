import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { Sky } from '@inner-weather/domain/weather/skies';
import { WeatherGlyph } from '../../../components/entries/weather-glyph';
import { SKIES } from '../sample-figures.gen';
import styles from './pictures.module.css';

const WORDS: Record<Sky, MessageDescriptor> = {
  clear: msg({ message: 'Clear', context: 'weather' }),
  cloudy: msg({ message: 'Cloudy', context: 'weather' }),
  fog: msg({ message: 'Fog', context: 'weather' }),
  rain: msg({ message: 'Rain', context: 'weather' }),
  snow: msg({ message: 'Snow', context: 'weather' }),
  storm: msg({ message: 'Storm', context: 'weather' }),
};

/** Groups with fewer days are not shown. */
const DAYS_MIN = 5;

/** Half of the widest bar, on the scale from -2 to 2. */
const REACH = 1.2;

/** The mood in each kind of weather, over a year of the demo account. */
export function InsightPicture() {
  return (
    <figure className={styles.picture}>
      <h3 className={styles.title}>
        <Trans>Mood and weather</Trans>
      </h3>
      <p className={styles.finding}>
        <Trans>Clear days were brighter than the others, by more than chance.</Trans>
      </p>
      <ul className={styles.bars}>
        {SKIES.filter(({ days }) => days >= DAYS_MIN).map(({ sky, mean, days }) => {
          const [start, end] = [Math.min(mean, 0), Math.max(mean, 0)].map((to) => 50 + (50 * to) / REACH);
          return (
            <li key={sky}>
              <span className={styles.sky}>
                <WeatherGlyph condition={sky} size={16} /> {i18n._(WORDS[sky])}
              </span>
              <span className={styles.axis} aria-hidden="true">
                <span
                  className={mean < 0 ? styles.heavier : styles.brighter}
                  style={{ insetInlineStart: `${start}%`, inlineSize: `${(end ?? 0) - (start ?? 0)}%` }}
                />
              </span>
              <span className={styles.days}>
                <Plural value={days} one="# day" other="# days" />
              </span>
            </li>
          );
        })}
      </ul>
      <p className={styles.scale} aria-hidden="true">
        <span>
          <Trans comment="The mood of a day, at the heavy end of a scale">heavier</Trans>
        </span>
        <span>
          <Trans comment="The mood of a day, in the middle of a scale">an even day</Trans>
        </span>
        <span>
          <Trans comment="The mood of a day, at the bright end of a scale">brighter</Trans>
        </span>
      </p>
    </figure>
  );
}
