import type { SessionUser } from '../../../lib/session';
import { useEntriesOfDays } from '../api/entries-of-day';
import type { Statistics } from '../../../charts/get-statistics';
import { dayAndYear, inYear, yearOf } from '../../../charts/calendar';
import { DayEntry } from './day-entry';
import styles from './on-this-day.module.css';

interface OnThisDayProps {
  user: SessionUser;
  /** Of all years. */
  statistics: Statistics | undefined;
  today: string;
}

/** What was written on the same day of earlier years, the latest first. */
export function OnThisDay({ user, statistics, today }: OnThisDayProps) {
  const from = yearOf(statistics?.from ?? today);
  const written = new Set(statistics?.days.map(({ day }) => day));
  const days = Array.from({ length: yearOf(today) - from }, (_, back) =>
    inYear(today, yearOf(today) - 1 - back),
  ).filter((day) => day !== undefined);
  const found = days.filter((day) => written.has(day));
  const entries = useEntriesOfDays(user, found);
  if (!statistics) return null;

  return (
    <section aria-labelledby="on-this-day">
      <h2 id="on-this-day" className={styles.title}>
        On this day
      </h2>
      {days.length === 0 && (
        <p className={styles.nothing}>In a year, what you write today will stand here.</p>
      )}
      <ol>
        {days.map((day) => (
          <li key={day} className={styles.item}>
            {written.has(day) ? (
              entries[found.indexOf(day)]?.data?.map((entry) => <DayEntry key={entry._id} entry={entry} />)
            ) : (
              <p className={styles.nothing}>Nothing was written on {dayAndYear(day)}.</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
