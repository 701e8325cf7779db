import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MOODS } from '@inner-weather/domain/entries/moods';
import { PresetFace } from '../../../components/entries/preset-face';
import { presetInWords } from '../../../lib/entry/preset-words';
import { DAYS, YEAR } from '../sample-figures.gen';
import styles from './pictures.module.css';

/** Units of the drawing from one square to the next, and of its side; its corners are rounded by a stroke of 2. */
const STEP = 12;
const SIDE = 8;

/** The year is drawn in two rows, so that its squares are large enough on a phone. */
const ROW_WEEKS = Math.ceil((DAYS.length + 6) / 7 / 2);
/** The height of a row in steps: seven days and a gap. */
const ROW_HEIGHT = 8;

/** The days of the first week that are in the year before. Nothing names the weekdays, so all weeks begin on Monday. */
const BEFORE = (new Date(Date.UTC(YEAR, 0, 1)).getUTCDay() + 6) % 7;

/** The squares of all days with one mood, as one path. */
const squaresOf = (mood: string): string =>
  [...DAYS]
    .map((of, day) => {
      if (of !== mood) return '';
      const at = day + BEFORE;
      const week = Math.floor(at / 7);
      const x = week % ROW_WEEKS;
      const y = ROW_HEIGHT * Math.floor(week / ROW_WEEKS) + (at % 7);
      return `M${2 + STEP * x} ${2 + STEP * y}h${SIDE}v${SIDE}h-${SIDE}z`;
    })
    .join('');

const writtenDays = [...DAYS].filter((day) => day !== '.').length;

/** A year of the demo account: one square a day. */
export function YearPicture() {
  const year = String(YEAR);
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
        <path className={styles.unwritten} d={squaresOf('.')} />
        {MOODS.map((mood, place) => (
          <path key={mood} data-mood={mood} d={squaresOf(String(place))} />
        ))}
      </svg>
      <ul className={styles.legend}>
        {MOODS.map((mood) => (
          <li key={mood}>
            <PresetFace mood={mood} size={18} /> {presetInWords(mood)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
