import { t } from '@lingui/core/macro';
import { WeatherGlyph } from '../../../../components/entries/weather-glyph';
import type { WrittenDay } from '../../api/list-days';
import { weekdayAndDay, yearInDigits } from '../../../../lib/dates/calendar';
import { moodsInWords } from '../../day-in-words';
import { numberInWords } from '../../../../lib/language/formats';
import { kindInWords } from '../../../../lib/weather/sky';
import styles from './table.module.css';

interface YearTableProps {
  year: number;
  days: WrittenDay[];
  onChoose: (day: string) => void;
}

/** The days of the grid as a table, for users who cannot see the grid or prefer to read. */
export function YearTable({ year, days, onChoose }: YearTableProps) {
  const yearName = yearInDigits(year);
  return (
    <div
      className={styles.frame}
      role="region"
      aria-label={t`The days of ${yearName} as a table`}
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption className={styles.caption}>{t`The days of ${yearName} on which you wrote`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Day`}</th>
            <th scope="col">{t`Mood`}</th>
            <th scope="col">{t`Entries`}</th>
            <th scope="col">{t`Weather`}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">
                <button type="button" className={styles.day} onClick={() => onChoose(day.day)}>
                  {weekdayAndDay(day.day)}
                </button>
              </th>
              <td>{moodsInWords(day)}</td>
              <td>{numberInWords(day.entries)}</td>
              <td>
                {day.sky && (
                  <span className={styles.sky}>
                    <WeatherGlyph condition={day.sky} />
                    {kindInWords(day.sky)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
