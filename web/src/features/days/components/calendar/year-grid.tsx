import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState, type KeyboardEvent } from 'react';
import {
  addDays,
  daysBetween,
  daysOfMonth,
  inMonth,
  monthOf,
  MONTHS,
  shortMonth,
  weekdayOf,
  yearInDigits,
} from '../../../../lib/dates/calendar';
import { useWeekStart, weekdayInWords, weekdaysFrom, type WeekStart } from '../../../../lib/dates/week-start';
import { isRightToLeft } from '../../../../lib/language/language';
import { dayInWords, type WrittenDays } from '../../day-in-words';
import { colourOf } from '../../../../charts/mood-colours';
import type { MeasuredYear } from '../../measured-year';
import styles from './year-grid.module.css';

interface YearGridProps {
  year: number;
  /** The first month to show, 1 to 12. */
  firstMonth: number;
  written: WrittenDays;
  /** What colours the days instead of the mood. */
  measured?: MeasuredYear;
  today: string;
  chosen: string | undefined;
  onChoose: (day: string) => void;
}

/** The days of a year, each a cell of one grid with the weeks in columns. */
export function YearGrid({ year, firstMonth, written, measured, today, chosen, onChoose }: YearGridProps) {
  const weekStart = useWeekStart();
  const months = MONTHS.filter((month) => month >= firstMonth);
  const days = months.flatMap((month) => daysOfMonth(year, month));
  const [first = '', last = ''] = [days[0], days.at(-1)];
  // The one day that the Tab key reaches.
  const [focusedDay, setFocusedDay] = useState<string>();
  const start = today >= first && today <= last ? today : first;
  const current = focusedDay ?? (chosen && chosen >= first && chosen <= last ? chosen : start);
  const grid = useRef<HTMLDivElement>(null);
  const cellOf = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);

  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (current <= today || written?.has(current)) onChoose(current);
      return;
    }
    const next = dayAfterKey(event.key, current, { first, last, ends: event.ctrlKey });
    if (!next) return;
    event.preventDefault();
    setFocusedDay(next);
    cellOf(next)?.focus();
  };

  const rows = weekColumns(days, weekStart);
  const yearName = yearInDigits(year);
  return (
    <div className={styles.weeks}>
      <p className={styles.top} aria-hidden="true">
        {months.map((month) => (
          <span key={month} style={{ gridColumn: columnOfMonth(days, month, weekStart) + 2 }}>
            {shortMonth(month)}
          </span>
        ))}
      </p>
      <div
        role="grid"
        ref={grid}
        aria-label={t`The days of ${yearName}`}
        aria-describedby="year-keys"
        className={styles.grid}
        onKeyDown={onKey}
      >
        {rows.map((row) => (
          <div role="row" key={row.name} className={styles.row}>
            <span role="rowheader" className={styles.side}>
              <span aria-hidden="true">{row.label}</span>
              <span className={styles.hidden}>{row.name}</span>
            </span>
            {row.cells.map(({ day, column }) => {
              const ofDay = written?.get(day);
              const words = measured ? measured.inWords(day) : dayInWords(day, written, today);
              const mood = ofDay && colourOf(ofDay);
              return (
                <div
                  key={day}
                  role="gridcell"
                  data-day={day}
                  data-written={ofDay ? '' : undefined}
                  data-coming={day > today && !ofDay ? '' : undefined}
                  data-today={day === today ? '' : undefined}
                  className={styles.cell}
                  style={{ gridColumn: column + 2, background: measured ? measured.colourOf(day) : mood }}
                  tabIndex={day === current ? 0 : -1}
                  aria-label={words}
                  aria-selected={day === chosen}
                  aria-disabled={(day > today && !ofDay) || undefined}
                  title={words}
                  onClick={() => {
                    setFocusedDay(day);
                    if (day <= today || ofDay) onChoose(day);
                  }}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

interface Row {
  name: string;
  /** The visible, abbreviated name. */
  label: string;
  cells: { day: string; column: number }[];
}

function weekColumns(days: string[], weekStart: WeekStart): Row[] {
  const before = weekdayOf(days[0] ?? '', weekStart);
  return weekdaysFrom(weekStart).map((weekday, row) => ({
    name: weekdayInWords(weekday),
    label: row % 2 === 0 && row < 6 ? weekdayInWords(weekday, 'short') : '',
    cells: days.flatMap((day, index) =>
      weekdayOf(day, weekStart) === row ? [{ day, column: Math.floor((index + before) / 7) }] : [],
    ),
  }));
}

/** The column in which a month begins. */
function columnOfMonth(days: string[], month: number, weekStart: WeekStart): number {
  const before = days.findIndex((day) => monthOf(day) === month) + weekdayOf(days[0] ?? '', weekStart);
  // A month that begins within a week is named above its first full week.
  return Math.ceil(before / 7);
}

interface Moves {
  first: string;
  last: string;
  /** Whether Home and End go to the ends of the year instead of the row. */
  ends: boolean;
}

/** The day to which a key leads, within the year; undefined for other keys. */
function dayAfterKey(key: string, day: string, { first, last, ends }: Moves): string | undefined {
  // The weeks run as the language reads.
  const week = isRightToLeft() ? -7 : 7;
  const byMonths = (months: number) => inMonth(day, Math.max(1, Math.min(12, monthOf(day) + months)));
  const moves: Record<string, () => string> = {
    ArrowUp: () => addDays(day, -1),
    ArrowDown: () => addDays(day, 1),
    ArrowLeft: () => addDays(day, -week),
    ArrowRight: () => addDays(day, week),
    PageUp: () => byMonths(-1),
    PageDown: () => byMonths(1),
    Home: () => (ends ? first : sameWeekday(first, day, 1)),
    End: () => (ends ? last : sameWeekday(last, day, -1)),
  };
  const next = moves[key]?.();
  if (next === undefined) return undefined;
  return next < first || next > last ? day : next;
}

/** The day nearest to one end of the year that has the same weekday as `day`. */
function sameWeekday(end: string, day: string, step: 1 | -1): string {
  let candidate = end;
  while (daysBetween(candidate, day) % 7 !== 0) candidate = addDays(candidate, step);
  return candidate;
}

/** Describes the grid's keys to screen readers. */
export function YearKeys() {
  return (
    <p id="year-keys" className={styles.hidden}>
      <Trans>Arrow keys go from day to day, Page Up and Page Down by a month, Enter opens a day.</Trans>
    </p>
  );
}
