import { Link } from 'react-router-dom';
import type { SessionUser } from '../../../lib/session';
import { countOf } from '../../../lib/plural';
import { type Entry, useEntriesOfDays } from '../api/entries-of-day';
import type { Statistics } from '../../../charts/get-statistics';
import { dayAndYear, sameDayBefore, yearOf } from '../../../charts/calendar';
import { DayEntry } from './day-entry';
import styles from './on-this-day.module.css';

interface OnThisDayProps {
  user: SessionUser;
  /** Of all years. */
  statistics: Statistics | undefined;
  today: string;
}

/** Earlier years that are looked back on, and entries of each. */
const YEARS_MAX = 5;
const ENTRIES_MAX = 3;

/** What was written on the same day of earlier years, the latest first: so much that it is read. */
export function OnThisDay({ user, statistics, today }: OnThisDayProps) {
  const from = yearOf(statistics?.from ?? today);
  const written = new Set(statistics?.days.map(({ day }) => day));
  const days = sameDayBefore(today, yearOf(today) - from);
  const found = days.filter((day) => written.has(day)).slice(0, YEARS_MAX);
  const entries = useEntriesOfDays(user, found);
  if (!statistics) return null;

  return (
    <section aria-labelledby="on-this-day">
      <h2 id="on-this-day" className={styles.title}>
        On this day
      </h2>
      {found.length === 0 && (
        <p className={styles.nothing}>
          {days.length === 0
            ? 'In a year, what you write today will stand here.'
            : 'Nothing was written on this day of earlier years.'}
        </p>
      )}
      <ol>
        {found.map((day, index) => (
          <li key={day} className={styles.item}>
            <EntriesOf day={day} entries={entries[index]?.data ?? []} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function EntriesOf({ day, entries }: { day: string; entries: Entry[] }) {
  const more = entries.length - ENTRIES_MAX;
  return (
    <>
      {entries.slice(0, ENTRIES_MAX).map((entry) => (
        <DayEntry key={entry._id} entry={entry} />
      ))}
      {more > 0 && (
        <Link to={`/days?day=${day}`} className={styles.nothing}>
          {countOf(more, 'more entry', 'more entries')} of {dayAndYear(day)}
        </Link>
      )}
    </>
  );
}
