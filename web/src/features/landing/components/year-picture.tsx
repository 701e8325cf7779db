import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MOODS } from '@inner-weather/domain/entries/moods';
import { WEEKDAYS } from '@inner-weather/domain/statistics/weekdays';
import { MoodFace } from '../../../components/entries/mood-face';
import { useWeekStart } from '../../../lib/dates/week-start';
import { moodInWords } from '../../../lib/moods';
import { DAYS, YEAR } from '../sample-figures.gen';
import styles from './pictures.module.css';

/** Units of the drawing from one square to the next, and of its side; its corners are rounded by a stroke of 2. */
const STEP = 12;
const SIDE = 8;

/** The year is drawn in two rows, so that its squares are large enough on a phone. */
const ROW_WEEKS = Math.ceil((DAYS.length + 6) / 7 / 2);
/** The height of a row in steps: seven days and a gap. */
const ROW_HEIGHT = 8;

/** The squares of all days with one mood, as one path. @param before days of the first week in the year before */
const squaresOf = (mood: string, before: number): string =>
  [...DAYS]
    .map((of, day) => {
      if (of !== mood) return '';
      const at = day + before;
      const week = Math.floor(at / 7);
      const x = week % ROW_WEEKS;
      const y = ROW_HEIGHT * Math.floor(week / ROW_WEEKS) + (at % 7);
      return `M${2 + STEP * x} ${2 + STEP * y}h${SIDE}v${SIDE}h-${SIDE}z`;
    })
    .join('');

/** Of the year, counted from Monday. lib/dates/calendar.ts has more than this page should load. */
const FIRST_WEEKDAY = (new Date(Date.UTC(YEAR, 0, 1)).getUTCDay() + 6) % 7;

const writtenDays = [...DAYS].filter((day) => day !== '.').length;

/** A year of the demo account: one square a day. */
export function YearPicture() {
  const year = String(YEAR);
  const before = (FIRST_WEEKDAY - WEEKDAYS.indexOf(useWeekStart()) + 7) % 7;
  return (
    <figure className={styles.picture}>
      <h3 className={styles.title}>
        <Trans>A year, day by day</Trans>
      </h3>
      <svg
        className={styles.year}
        viewBox={`0 0 ${STEP * ROW_WEEKS} ${STEP * (2 * ROW_HEIGHT - 1)}`}
        role="img"
        aria-label={plural(writtenDays, {
          one: `A grid of the year ${year}: # day, a square in the colour of its mood.`,
          other: `A grid of the year ${year}: # days, each a square in the colour of its mood.`,
        })}
      >
        <path className={styles.unwritten} d={squaresOf('.', before)} />
        {MOODS.map((mood, place) => (
          <path key={mood} data-mood={mood} d={squaresOf(String(place), before)} />
        ))}
      </svg>
      <ul className={styles.legend}>
        {MOODS.map((mood) => (
          <li key={mood}>
            <MoodFace mood={mood} size={18} /> {moodInWords(mood)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
