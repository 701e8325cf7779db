import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { MoodFace } from '../../../../components/entries/mood-face';
import { WeatherGlyph } from '../../../../components/entries/weather-glyph';
import { photoUrl } from '../../../../components/photos/photo-url';
import { Skeleton } from '../../../../components/page/skeleton';
import { dayInDigits, daysOfMonth, monthAndYear, weekdayOf } from '../../../../lib/dates/calendar';
import { useWeekStart, weekdayInWords, weekdaysFrom } from '../../../../lib/dates/week-start';
import { dayWithAllInWords, type WrittenDays } from '../../day-in-words';
import type { MeasuredYear } from '../../measured-year';
import { faceOf } from '../../../../charts/mood-colours';
import { numberInWords } from '../../../../lib/language/formats';
import styles from './month-calendar.module.css';

interface MonthCalendarProps {
  year: number;
  month: number;
  written: WrittenDays;
  /** What colours the days instead of the mood. */
  measured?: MeasuredYear;
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
  measured,
  today,
  chosen,
  first,
  onChoose,
  onMonth,
}: MonthCalendarProps) {
  const days = daysOfMonth(year, month);
  const last = days.at(-1) ?? '';
  /** Days before the first one ask for nothing. */
  const counted = days.filter((day) => day >= first || written?.has(day));
  const past = counted.filter((day) => day <= today).length;
  const ofMonth = days.filter((day) => written?.has(day)).length;
  // The device may not keep what is before the first day.
  const isKnown = written !== undefined && (ofMonth > 0 || last >= first);
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
            {isKnown &&
              (past > 0 && last >= today ? daysSoFar(past, ofMonth) : daysInAll(counted.length, ofMonth))}
            {!written && <Skeleton width="12rem" />}
          </p>
        </div>
        <div className={styles.turn}>
          <Button
            aria-label={monthAndYear(earlier.year, earlier.month)}
            disabled={(daysOfMonth(earlier.year, earlier.month).at(-1) ?? '') < first}
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
                      written={written}
                      measured={measured}
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
  written: WrittenDays;
  measured: MeasuredYear | undefined;
  today: string;
  chosen: boolean;
  onChoose: (day: string) => void;
}

function DayButton({ day, written, measured, today, chosen, onChoose }: DayButtonProps) {
  const ofDay = written?.get(day);
  return (
    <button
      type="button"
      data-day={day}
      className={styles.day}
      aria-label={measured ? measured.inWords(day) : dayWithAllInWords(day, written, today)}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={chosen}
      disabled={day > today && !ofDay}
      onClick={() => onChoose(day)}
    >
      <span className={styles.number}>
        {dayInDigits(day)}
        {ofDay?.sky && <WeatherGlyph condition={ofDay.sky} size={14} />}
      </span>
      {ofDay && !measured ? (
        <DayPicture key={ofDay.photo} mood={faceOf(ofDay)} photo={ofDay.photo} />
      ) : (
        <span className={styles.none} style={{ background: measured?.colourOf(day) }} />
      )}
    </button>
  );
}

/** The face of a day, in the corner of its photo if there is one. */
function DayPicture({ mood, photo }: { mood: string; photo: string | null }) {
  const [isMissing, setIsMissing] = useState(false);
  // What the device kept of an earlier version has no photo.
  if (!photo || isMissing) return <MoodFace mood={mood} size={28} />;
  return (
    <span className={styles.photo}>
      <img
        src={photoUrl(photo, 'small')}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setIsMissing(true)}
      />
      <MoodFace mood={mood} size={18} />
    </span>
  );
}

function daysSoFar(past: number, ofMonth: number): string {
  if (ofMonth === 0) return t`Nothing is written in this month, so far.`;
  const written = numberInWords(ofMonth);
  return plural(past, {
    one: `# day so far, ${written} of them written.`,
    other: `# days so far, ${written} of them written.`,
  });
}

function daysInAll(days: number, ofMonth: number): string {
  if (ofMonth === 0) return t`Nothing was written in this month.`;
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
