import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { MOODS, type Mood } from '@inner-weather/domain/entries/moods';
import { WEEKDAYS } from '@inner-weather/domain/statistics/weekdays';
import { PresetFace } from '../../components/entries/preset-face';
import { DAYS, YEAR } from '../../features/landing/sample-figures.gen';
import { useWeekStart } from '../../lib/dates/week-start';
import { dateFormat } from '../../lib/language/formats';
import { presetInWords } from '../../lib/entry/preset-words';
import styles from './first-run.module.css';

/** March, counted from 0. */
const MONTH = 2;
const DAY_MS = 24 * 60 * 60_000;
const FIRST = Date.UTC(YEAR, MONTH, 1);
const FIRST_OF_YEAR = Math.round((FIRST - Date.UTC(YEAR, 0, 1)) / DAY_MS);
const LENGTH = Math.round((Date.UTC(YEAR, MONTH + 1, 1) - FIRST) / DAY_MS);

/** The mood of each day; undefined for a day without an entry. */
const MONTH_MOODS: (Mood | undefined)[] = [...DAYS.slice(FIRST_OF_YEAR, FIRST_OF_YEAR + LENGTH)].map(
  (mood) => MOODS[Number(mood)],
);

/** The moods of the month, the most frequent first. */
const COUNTS = MOODS.map((mood) => ({ mood, days: MONTH_MOODS.filter((of) => of === mood).length }))
  .filter(({ days }) => days > 0)
  .toSorted((a, b) => b.days - a.days);

const WRITTEN = MONTH_MOODS.filter(Boolean).length;

/** A month of the demo account, one face a day, as the page of days draws it. */
export function SampleMonth() {
  // The weekday of the first of the month, counted from Monday.
  const weekday = (new Date(FIRST).getUTCDay() + 6) % 7;
  const before = (weekday - WEEKDAYS.indexOf(useWeekStart()) + 7) % 7;
  const month = dateFormat({ month: 'long', year: 'numeric' }).format(FIRST);
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.caption}>
        <Trans>An example: {month}</Trans>
      </figcaption>
      <div
        className={styles.month}
        role="img"
        aria-label={plural(
          { days: WRITTEN },
          {
            one: `${month}: # day, a face for its mood.`,
            other: `${month}: # days, each a face for its mood.`,
          },
        )}
      >
        {MONTH_MOODS.map((mood, day) => (
          <span key={day} style={day === 0 ? { gridColumnStart: before + 1 } : undefined}>
            {mood ? <PresetFace mood={mood} size={26} /> : <i className={styles.unwritten} />}
          </span>
        ))}
      </div>
      <div className={styles.told}>
        <ul className={styles.counts}>
          {COUNTS.map(({ mood, days }) => (
            <li key={mood}>
              <PresetFace mood={mood} size={18} /> {presetInWords(mood)}{' '}
              <span>
                <Plural value={days} one="# day" other="# days" />
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.source}>
          {t`In time it also shows what goes with your bright days: the weather, the day of the week, your tags.`}
        </p>
      </div>
    </figure>
  );
}
