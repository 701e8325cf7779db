import { plural, t } from '@lingui/core/macro';
import { daysOfMonth, monthName, shortMonth, weekdayOf, yearInDigits } from '../../../../lib/dates/calendar';
import { colourOf } from '../../../../charts/mood-colours';
import { useWeekStart } from '../../../../lib/dates/week-start';
import type { WrittenDays } from '../../day-in-words';
import type { MeasuredYear } from '../../measured-year';
import styles from './year-months.module.css';

interface YearMonthsProps {
  year: number;
  /** The months to show, 1 to 12. */
  months: number[];
  written: WrittenDays;
  /** What colours the days instead of the mood. */
  measured?: MeasuredYear;
  today: string;
  chosen: number;
  onChoose: (month: number) => void;
}

/** The months of a year as small pictures, for phones. Single days would be too small to tap, so the user chooses a month. */
export function YearMonths({ year, months, written, measured, today, chosen, onChoose }: YearMonthsProps) {
  const weekStart = useWeekStart();
  const yearName = yearInDigits(year);
  const inWords = measured ? measuredInWords : monthInWords;
  return (
    <ul className={styles.months} aria-label={t`The months of ${yearName}`}>
      {months.map((month) => {
        const days = daysOfMonth(year, month);
        const ofMonth = days.filter((day) => (measured?.values ?? written)?.has(day)).length;
        return (
          <li key={month}>
            <button
              type="button"
              className={styles.month}
              aria-label={written ? inWords(monthName(month), ofMonth) : monthName(month)}
              aria-pressed={month === chosen}
              disabled={(days[0] ?? '') > today && ofMonth === 0}
              onClick={() => onChoose(month)}
            >
              <span>{shortMonth(month)}</span>
              <span className={styles.days}>
                {days.map((day, index) => {
                  const ofDay = written?.get(day);
                  const mood = ofDay && colourOf(ofDay);
                  return (
                    <span
                      key={day}
                      className={styles.day}
                      style={{
                        gridColumnStart: index === 0 ? weekdayOf(day, weekStart) + 1 : undefined,
                        background: measured ? measured.colourOf(day) : mood,
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

/** `March, 12 days written`. */
const monthInWords = (month: string, written: number): string =>
  plural(written, { one: `${month}, # day written`, other: `${month}, # days written` });

/** `March, 12 days with a value`. */
const measuredInWords = (month: string, days: number): string =>
  plural(days, { one: `${month}, # day with a value`, other: `${month}, # days with a value` });
