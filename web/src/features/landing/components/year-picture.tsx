import { MOODS } from '@inner-weather/domain/entries/moods';
import { weekdayOf } from '../../../charts/calendar';
import { MoodFace } from '../../../components/entries/mood-face';
import { useWeekStart } from '../../../lib/dates/week-start';
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

const WRITTEN = [...DAYS].filter((day) => day !== '.').length;

/** A year of the demo account: one square a day. */
export function YearPicture() {
  const before = weekdayOf(`${YEAR}-01-01`, useWeekStart());
  return (
    <figure className={styles.picture}>
      <h3 className={styles.title}>A year, day by day</h3>
      <svg
        className={styles.year}
        viewBox={`0 0 ${STEP * ROW_WEEKS} ${STEP * (2 * ROW_HEIGHT - 1)}`}
        role="img"
        aria-label={`A grid of the year ${YEAR}: ${WRITTEN} days, each a square in the colour of its mood.`}
      >
        <path className={styles.unwritten} d={squaresOf('.', before)} />
        {MOODS.map((mood, place) => (
          <path key={mood} data-mood={mood} d={squaresOf(String(place), before)} />
        ))}
      </svg>
      <ul className={styles.legend}>
        {MOODS.map((mood) => (
          <li key={mood}>
            <MoodFace mood={mood} size={18} /> {mood}
          </li>
        ))}
      </ul>
    </figure>
  );
}
