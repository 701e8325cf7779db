import { Button } from '../../../../components/forms/button';
import { MoodFace } from '../../../../components/entries/mood-face';
import { WeatherGlyph } from '../../../../components/entries/weather-glyph';
import type { WrittenDay } from '../../api/list-days';
import { dayOfMonth, daysOfMonth, monthName, weekdayOf } from '../../../../charts/calendar';
import { useWeekStart, weekdaysFrom } from '../../../../lib/dates/week-start';
import { dayInWords } from '../../day-in-words';
import { faceOf } from '../../../../charts/mood-colours';
import { kindInWords } from '../../../../lib/sky';
import styles from './month-calendar.module.css';

interface MonthCalendarProps {
  year: number;
  month: number;
  written: Map<string, WrittenDay>;
  today: string;
  chosen: string | undefined;
  /** The first day that can be shown. */
  first: string;
  onChoose: (day: string) => void;
  onMonth: (place: { year: number; month: number }) => void;
}

/** A month with the face and the sky of each day. */
export function MonthCalendar({
  year,
  month,
  written,
  today,
  chosen,
  first,
  onChoose,
  onMonth,
}: MonthCalendarProps) {
  const days = daysOfMonth(year, month);
  const past = days.filter((day) => day <= today).length;
  const ofMonth = days.filter((day) => written.has(day)).length;
  const weekStart = useWeekStart();
  const weekdays = weekdaysFrom(weekStart);
  const before = weekdayOf(days[0] ?? '', weekStart);
  const weeks = Array.from({ length: Math.ceil((before + days.length) / 7) }, (_, week) =>
    weekdays.map((_name, weekday) => days[week * 7 + weekday - before]),
  );
  const [earlier, later] = [monthFrom(year, month, -1), monthFrom(year, month, 1)];

  return (
    <section className={styles.card} aria-labelledby="month">
      <div className={styles.head}>
        <div>
          <h2 id="month" className={styles.title}>
            {monthName(month)} {year}
          </h2>
          <p className={styles.count} role="status">
            {past < days.length && past > 0 ? `${past} days so far, ` : `${days.length} days, `}
            {ofMonth} of them written.
          </p>
        </div>
        <div className={styles.turn}>
          <Button
            aria-label={`${monthName(earlier.month)} ${earlier.year}`}
            disabled={`${earlier.year}-12-31` < first}
            onClick={() => onMonth(earlier)}
          >
            ‹
          </Button>
          <Button
            aria-label={`${monthName(later.month)} ${later.year}`}
            disabled={(days.at(-1) ?? '') >= today}
            onClick={() => onMonth(later)}
          >
            ›
          </Button>
        </div>
      </div>
      <table className={styles.month} aria-labelledby="month">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 1)}</span>
                <span className={styles.hidden}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, weekday) => (
                <td key={weekdays[weekday]}>
                  {day && (
                    <DayButton
                      day={day}
                      written={written.get(day)}
                      today={today}
                      chosen={day === chosen}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DayButtonProps {
  day: string;
  written: WrittenDay | undefined;
  today: string;
  chosen: boolean;
  onChoose: (day: string) => void;
}

function DayButton({ day, written, today, chosen, onChoose }: DayButtonProps) {
  const words = dayInWords(day, written, today);
  return (
    <button
      type="button"
      data-day={day}
      className={styles.day}
      aria-label={written?.sky ? `${words}, ${kindInWords(written.sky)}` : words}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={chosen}
      disabled={day > today && !written}
      onClick={() => onChoose(day)}
    >
      <span className={styles.number}>
        {dayOfMonth(day)}
        {written?.sky && <WeatherGlyph condition={written.sky} size={14} />}
      </span>
      {written && <MoodFace mood={faceOf(written)} size={28} />}
    </button>
  );
}

function monthFrom(year: number, month: number, by: 1 | -1): { year: number; month: number } {
  const months = year * 12 + month - 1 + by;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}
