import { MoodFace } from '../../../components/entries/mood-face';
import { VisuallyHidden } from '../../../components/page/visually-hidden';
import { faceOf } from '../../../charts/mood-colours';
import type { WrittenDay } from '../../../features/days/api/list-days';
import { moodsInWords } from '../../../features/days/day-in-words';
import { dayInDigits, daysOfMonth, weekdayOf } from '../../../lib/dates/calendar';
import { useWeekStart, weekdayInWords, weekdaysFrom } from '../../../lib/dates/week-start';
import styles from '../report.module.css';

interface MonthGridProps {
  year: number;
  month: number;
  /** The name of the month. */
  title: string;
  written: ReadonlyMap<string, WrittenDay>;
}

/** A month on paper, with the face of each day. */
export function MonthGrid({ year, month, title, written }: MonthGridProps) {
  const weekStart = useWeekStart();
  const weekdays = weekdaysFrom(weekStart);
  const days = daysOfMonth(year, month);
  const before = weekdayOf(days[0] ?? '', weekStart);
  const weeks = Array.from({ length: Math.ceil((before + days.length) / 7) }, (_, week) =>
    weekdays.map((_name, weekday) => days[week * 7 + weekday - before]),
  );
  return (
    <table className={styles.month} aria-label={title}>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekdayInWords(weekday)}>
              {weekdayInWords(weekday, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, weekday) => {
              const ofDay = day && written.get(day);
              return (
                <td key={weekdays[weekday]}>
                  {day && <span>{dayInDigits(day)}</span>}
                  {ofDay && (
                    <>
                      <MoodFace mood={faceOf(ofDay)} size={24} />
                      <VisuallyHidden>{moodsInWords(ofDay)}</VisuallyHidden>
                    </>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
