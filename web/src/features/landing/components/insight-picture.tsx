import type { Sky } from '@inner-weather/domain/weather/skies';
import { WeatherGlyph } from '../../../components/entries/weather-glyph';
import { SKIES } from '../sample-figures.gen';
import styles from './pictures.module.css';

const WORDS: Record<Sky, string> = {
  clear: 'Clear',
  cloudy: 'Cloudy',
  fog: 'Fog',
  rain: 'Rain',
  snow: 'Snow',
  storm: 'Storm',
};

/** Groups with fewer days are not shown. */
const DAYS_MIN = 5;

/** Half of the widest bar, on the scale from -2 to 2. */
const REACH = 1.2;

/** The mood in each kind of weather, over a year of the demo account. */
export function InsightPicture() {
  return (
    <figure className={styles.picture}>
      <h3 className={styles.title}>Mood and weather</h3>
      <p className={styles.finding}>Clear days were brighter than the others, by more than chance.</p>
      <ul className={styles.bars}>
        {SKIES.filter(({ days }) => days >= DAYS_MIN).map(({ sky, mean, days }) => {
          const [left, right] = [Math.min(mean, 0), Math.max(mean, 0)].map((to) => 50 + (50 * to) / REACH);
          return (
            <li key={sky}>
              <span className={styles.sky}>
                <WeatherGlyph condition={sky} size={16} /> {WORDS[sky]}
              </span>
              <span className={styles.axis} aria-hidden="true">
                <span
                  className={mean < 0 ? styles.heavier : styles.brighter}
                  style={{ left: `${left}%`, width: `${(right ?? 0) - (left ?? 0)}%` }}
                />
              </span>
              <span className={styles.days}>{days} days</span>
            </li>
          );
        })}
      </ul>
      <p className={styles.scale} aria-hidden="true">
        <span>heavier</span>
        <span>an even day</span>
        <span>brighter</span>
      </p>
    </figure>
  );
}
