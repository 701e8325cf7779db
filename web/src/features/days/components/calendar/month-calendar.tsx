import { plural } from '@lingui/core/macro';
import { Button } from '../../../../components/forms/button';
import { MoodFace } from '../../../../components/entries/mood-face';
import { WeatherGlyph } from '../../../../components/entries/weather-glyph';
import type { WrittenDay } from '../../api/list-days';
import { dayInDigits, daysOfMonth, monthAndYear, weekdayOf } from '../../../../lib/dates/calendar';
import { useWeekStart, weekdayInWords, weekdaysFrom } from '../../../../lib/dates/week-start';
import { dayAndSkyInWords } from '../../day-in-words';
import { faceOf } from '../../../../charts/mood-colours';
import { numberInWords } from '../../../../lib/language/formats';
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
            {monthAndYear(year, month)}
          </h2>
          <p className={styles.count} role="status">
            {past < days.length && past > 0 ? daysSoFar(past, ofMonth) : daysInAll(days.length, ofMonth)}
          </p>
        </div>
        <div className={styles.turn}>
          <Button
            aria-label={monthAndYear(earlier.year, earlier.month)}
            disabled={`${earlier.year}-12-31` < first}
            onClick={() => onMonth(earlier)}
          >
            ‹
          </Button>
          <Button
            aria-label={monthAndYear(later.year, later.month)}
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
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayInWords(weekday)}>
                <span aria-hidden="true">{weekdayInWords(weekday, 'narrow')}</span>
                <span className={styles.hidden}>{weekdayInWords(weekday)}</span>
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
  return (
    <button
      type="button"
      data-day={day}
      className={styles.day}
      aria-label={dayAndSkyInWords(day, written, today)}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={chosen}
      disabled={day > today && !written}
      onClick={() => onChoose(day)}
    >
      <span className={styles.number}>
        {dayInDigits(day)}
        {written?.sky && <WeatherGlyph condition={written.sky} size={14} />}
      </span>
      {written && <MoodFace mood={faceOf(written)} size={28} />}
    </button>
  );
}

function daysSoFar(past: number, ofMonth: number): string {
  const written = numberInWords(ofMonth);
  return plural(past, {
    one: `# day so far, ${written} of them written.`,
    other: `# days so far, ${written} of them written.`,
  });
}

function daysInAll(days: number, ofMonth: number): string {
  const written = numberInWords(ofMonth);
  return plural(days, {
    one: `# day, ${written} of them written.`,
    other: `# days, ${written} of them written.`,
  });
}

function monthFrom(year: number, month: number, by: 1 | -1): { year: number; month: number } {
  const months = year * 12 + month - 1 + by;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}
