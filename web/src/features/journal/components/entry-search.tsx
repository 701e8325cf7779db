import { daysOfPeriod } from '@inner-weather/contracts/periods';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { timeZone, today } from '../../../lib/dates';
import type { SessionUser } from '../../../lib/session';
import { entriesKey, type DayRange, type EntriesScope } from '../api/entry';
import { EntryList } from './entry-list';
import styles from './entry-search.module.css';
import { SearchForm } from './search-form';

interface EntrySearchProps {
  user: SessionUser;
  /** The words of the entries that are shown now. */
  onRead: (contents: string[]) => void;
}

/** The search and what it found. It opens with the last week, so that there is something to look back on. */
export function EntrySearch({ user, onRead }: EntrySearchProps) {
  const queryClient = useQueryClient();
  const [tz] = useState(timeZone);
  const [range, setRange] = useState<DayRange>(() => daysOfPeriod('lastWeek', today(tz)));
  const heading = useRef<HTMLHeadingElement>(null);
  const scope: EntriesScope = { ...range, userReference: user.email, tz };

  const search = (asked: DayRange) => {
    setRange(asked);
    // The same days again means: look again.
    void queryClient.invalidateQueries({ queryKey: entriesKey({ ...scope, ...asked }) });
  };

  return (
    <section className={styles.search} aria-labelledby="look-back">
      <h2 id="look-back" ref={heading} tabIndex={-1} className={styles.heading}>
        Look back
      </h2>
      <SearchForm range={range} onSearch={search} />
      <EntryList
        key={`${range.startDate} ${range.endDate}`}
        scope={scope}
        onRead={onRead}
        onRemoved={() => heading.current?.focus()}
      />
    </section>
  );
}
