import { WeatherGlyph } from '../../../../components/entries/weather-glyph';
import type { WrittenDay } from '../../api/list-days';
import { weekdayAndDay } from '../../../../charts/calendar';
import { moodsInWords } from '../../day-in-words';
import { kindInWords } from '../../../../lib/sky';
import styles from './table.module.css';

interface YearTableProps {
  year: number;
  days: WrittenDay[];
  onChoose: (day: string) => void;
}

/** The days of the grid as a table, for users who cannot see the grid or prefer to read. */
export function YearTable({ year, days, onChoose }: YearTableProps) {
  return (
    <div className={styles.frame} role="region" aria-label={`The days of ${year} as a table`} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>The days of {year} on which you wrote</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Mood</th>
            <th scope="col">Entries</th>
            <th scope="col">Weather</th>
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
              <td>{day.entries}</td>
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
