import { daysOfMonth, monthName, shortMonth, weekdayOf } from '../../../../charts/calendar';
import { colourOf } from '../../../../charts/mood-colours';
import { countOf } from '../../../../lib/plural';
import { useWeekStart } from '../../../../lib/dates/week-start';
import type { WrittenDay } from '../../api/list-days';
import styles from './year-months.module.css';

interface YearMonthsProps {
  year: number;
  /** The months to show, 1 to 12. */
  months: number[];
  written: Map<string, WrittenDay>;
  today: string;
  chosen: number;
  onChoose: (month: number) => void;
}

/** The months of a year as small pictures, for phones. Single days would be too small to tap, so the user chooses a month. */
export function YearMonths({ year, months, written, today, chosen, onChoose }: YearMonthsProps) {
  const weekStart = useWeekStart();
  return (
    <ul className={styles.months} aria-label={`The months of ${year}`}>
      {months.map((month) => {
        const days = daysOfMonth(year, month);
        const ofMonth = days.filter((day) => written.has(day)).length;
        return (
          <li key={month}>
            <button
              type="button"
              className={styles.month}
              aria-label={`${monthName(month)}, ${countOf(ofMonth, 'day', 'days')} written`}
              aria-pressed={month === chosen}
              disabled={(days[0] ?? '') > today && ofMonth === 0}
              onClick={() => onChoose(month)}
            >
              <span>{shortMonth(month)}</span>
              <span className={styles.days}>
                {days.map((day, index) => {
                  const ofDay = written.get(day);
                  return (
                    <span
                      key={day}
                      className={styles.day}
                      style={{
                        gridColumnStart: index === 0 ? weekdayOf(day, weekStart) + 1 : undefined,
                        background: ofDay && colourOf(ofDay),
                      }}
                    />
                  );
                })}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
