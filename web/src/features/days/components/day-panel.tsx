import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../../components/forms/button';
import { QueryError } from '../../../components/page/query-error';
import { Skeleton } from '../../../components/page/skeleton';
import type { SessionUser } from '../../../lib/api/session';
import type { Entry } from '../../../lib/entry/entry';
import { DAY_MAX, useEntriesOfDay } from '../api/entries-of-day';
import { journalOfDay } from '../../../lib/entry/entry-path';
import { addDays, dayAndYear, weekdayDayAndYear } from '../../../lib/dates/calendar';
import styles from './day-panel.module.css';
import { DayEntry } from './day-entry';

/** How entries are changed. The app passes it in, because features must not import each other. */
export interface EntryChangeProps {
  /** The ids of entries that are being deleted. */
  deleted: string[];
  /** Shows an entry with the buttons that change it. */
  ChangeEntry: ComponentType<{ userId: string; entry: Entry; onRemoved: () => void; children: ReactNode }>;
}

interface DayPanelProps extends EntryChangeProps {
  user: SessionUser;
  day: string;
  today: string;
  /** The first and the last day that can be stepped to. */
  first: string;
  last: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/**
 * The entries of a day. The panel takes the focus, so that keyboard and screen reader users continue there.
 */
export function DayPanel({
  user,
  day,
  today,
  first,
  last,
  onChoose,
  onClose,
  deleted,
  ChangeEntry,
}: DayPanelProps) {
  const query = useEntriesOfDay(user, day);
  const entries = query.data?.filter(({ _id }) => !deleted.includes(_id)).slice(0, DAY_MAX);
  const hasMore = query.data !== undefined && query.data.length > DAY_MAX;
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A person who steps with the keyboard stays on the button, until there is no further day.
    const pressed = steps.current?.querySelector(':focus:enabled');
    if (!pressed) heading.current?.focus();
  }, [day]);
  const dayName = dayAndYear(day);
  const close = () => {
    onClose();
    // The cell is in the year grid, or on a phone in the month calendar.
    const cell = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
    cell?.focus();
  };

  return (
    <section className={styles.panel} aria-labelledby="chosen-day">
      <div className={styles.head}>
        <h2 id="chosen-day" ref={heading} tabIndex={-1} className={styles.title}>
          {weekdayDayAndYear(day)}
        </h2>
        <div ref={steps} className={styles.steps}>
          <Step day={addDays(day, -1)} isPast isThere={day > first} onChoose={onChoose} />
          <Step day={addDays(day, 1)} isThere={day < last} onChoose={onChoose} />
          <Button variant="plain" onClick={close}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
      <QueryError query={query} title={t`The entries of ${dayName} could not be read.`} />
      {query.isPending && <Skeleton width="70%" height="1.25rem" />}
      {entries?.length === 0 && <Nothing day={day} today={today} />}
      <ol>
        {entries?.map((entry) => (
          <li key={entry._id} className={styles.item}>
            <ChangeEntry userId={user.id} entry={entry} onRemoved={() => heading.current?.focus()}>
              <DayEntry entry={entry} />
            </ChangeEntry>
          </li>
        ))}
      </ol>
      {hasMore && (
        <ButtonLink to={journalOfDay(day)} className={styles.more}>
          <Trans context="entries">Show more</Trans>
        </ButtonLink>
      )}
    </section>
  );
}

interface StepProps extends Pick<DayPanelProps, 'day' | 'onChoose'> {
  /** Whether it leads back. */
  isPast?: boolean;
  isThere: boolean;
}

function Step({ day, isPast = false, isThere, onChoose }: StepProps) {
  const dayName = dayAndYear(day);
  return (
    <Button
      variant="plain"
      aria-label={isPast ? t`Previous day: ${dayName}` : t`Next day: ${dayName}`}
      disabled={!isThere}
      onClick={() => onChoose(day)}
    >
      <span className={styles.arrow} aria-hidden="true">
        {isPast ? '‹' : '›'}
      </span>
    </Button>
  );
}

function Nothing({ day, today }: Pick<DayPanelProps, 'day' | 'today'>) {
  if (day > today) return <p className={styles.nothing}>{t`This day is still to come.`}</p>;
  const isPast = day < today;
  const dayName = dayAndYear(day);
  return (
    <div className={styles.nothing}>
      <p>{isPast ? t`Nothing was written on this day.` : t`Nothing is written today, so far.`}</p>
      <ButtonLink to="/journal" state={isPast ? { writeFor: day } : undefined}>
        {isPast ? t`Write for ${dayName}` : t`Write for today`}
      </ButtonLink>
    </div>
  );
}
