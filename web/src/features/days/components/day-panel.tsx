import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../../components/button';
import { QueryError } from '../../../components/query-error';
import { Skeleton } from '../../../components/skeleton';
import type { SessionUser } from '../../../lib/session';
import { type Entry, useEntriesOfDay } from '../api/entries-of-day';
import { dayAndYear, weekdayAndDay, yearOf } from '../../../charts/calendar';
import styles from './day-panel.module.css';
import { DayEntry } from './day-entry';

/** How entries are changed. The application hands it in, since features know nothing of each other. */
export interface ChangingProps {
  /** The ids of entries that are being deleted. */
  deleted: string[];
  /** Shows an entry with the buttons that change it. */
  ChangeEntry: ComponentType<{ userId: string; entry: Entry; onRemoved: () => void; children: ReactNode }>;
}

interface DayPanelProps extends ChangingProps {
  user: SessionUser;
  day: string;
  today: string;
  /** The id of the entry that was asked for, if it was not the whole day. */
  entryId: string | undefined;
  onClose: () => void;
}

/**
 * The entries of a day. It takes the focus, so that a keyboard or a screen reader goes on reading there: at the entry
 * that was asked for, or at the heading.
 */
export function DayPanel({ user, day, today, entryId, onClose, deleted, ChangeEntry }: DayPanelProps) {
  const query = useEntriesOfDay(user, day);
  const entries = query.data?.filter(({ _id }) => !deleted.includes(_id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const named = useRef<HTMLElement>(null);
  const isThere = entries?.some(({ _id }) => _id === entryId) ?? false;
  useEffect(() => {
    if (!isThere || !named.current) return;
    // Whoever went elsewhere before the entries came stays there.
    const { activeElement } = document;
    if (activeElement !== heading.current && !activeElement?.contains(named.current)) return;
    named.current.focus({ preventScroll: true });
    named.current.scrollIntoView({ block: 'start' });
  }, [isThere, entryId]);

  const close = () => {
    onClose();
    // In the year, or on a phone in the month.
    const cell = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
    cell?.focus();
  };

  return (
    <section className={styles.panel} aria-labelledby="chosen-day">
      <div className={styles.head}>
        <h2 id="chosen-day" ref={heading} tabIndex={-1} className={styles.title}>
          {weekdayAndDay(day)} {yearOf(day)}
        </h2>
        <Button variant="plain" onClick={close}>
          Close
        </Button>
      </div>
      <QueryError query={query} title={`The entries of ${dayAndYear(day)} could not be read.`} />
      {query.isPending && <Skeleton width="70%" height="1.25rem" />}
      {entries && entryId !== undefined && !isThere && (
        <p className={styles.nothing}>
          The entry that you came for is not shown here. It may have been deleted or moved to another day.
        </p>
      )}
      {entries?.length === 0 && <Nothing day={day} today={today} />}
      <ol>
        {entries?.map((entry) => (
          <li key={entry._id} className={styles.item}>
            <ChangeEntry userId={user.id} entry={entry} onRemoved={() => heading.current?.focus()}>
              {entry._id === entryId ? (
                <DayEntry ref={named} entry={entry} named />
              ) : (
                <DayEntry entry={entry} />
              )}
            </ChangeEntry>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Nothing({ day, today }: Pick<DayPanelProps, 'day' | 'today'>) {
  if (day > today) return <p className={styles.nothing}>This day is still to come.</p>;
  const past = day < today;
  return (
    <div className={styles.nothing}>
      <p>{past ? 'Nothing was written on this day.' : 'Nothing is written today, so far.'}</p>
      <ButtonLink to="/journal" state={past ? { writeFor: day } : undefined}>
        {past ? `Write for ${dayAndYear(day)}` : 'Write for today'}
      </ButtonLink>
    </div>
  );
}
