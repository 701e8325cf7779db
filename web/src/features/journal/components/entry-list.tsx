import { useEffect, useState } from 'react';
import { Button } from '../../../components/button';
import { QueryError } from '../../../components/query-error';
import { Skeleton } from '../../../components/skeleton';
import { rangeInWords } from '../../../lib/dates';
import { countOf } from '../../../lib/plural';
import { rememberWeather } from '../../../lib/sky';
import type { EntriesScope, Entry } from '../api/entry';
import { useEntries } from '../api/search-entries';
import { useWeatherWatch } from '../api/watch-weather';
import { EntryCard } from './entry-card';
import styles from './entry-list.module.css';

interface EntryListProps {
  scope: EntriesScope;
  onRead: (contents: string[]) => void;
  /** An entry is gone, and with it what had the focus. */
  onRemoved: () => void;
}

export function EntryList({ scope, onRead, onRemoved }: EntryListProps) {
  const list = useEntries(scope);
  const [removed, setRemoved] = useState(false);
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const watching = useWeatherWatch(entries, scope);
  useSkyOf(entries);

  const { data } = list;
  useEffect(() => {
    if (data) onRead(data.pages.flatMap((page) => page.entries.map(({ content }) => content)));
  }, [data, onRead]);

  const noteRemoval = () => {
    setRemoved(true);
    onRemoved();
  };

  return (
    <>
      <p role="status" className={styles.count}>
        {list.data && (removed ? 'Entry deleted. ' : '')}
        {list.data && total > 0 && countOf(total, 'entry', 'entries')}
      </p>
      <QueryError query={list} title="The search did not succeed." />
      {list.isPending && <EntryOutlines />}
      {list.data && total === 0 && <NothingFound scope={scope} />}
      <ol className={styles.list}>
        {entries.map((entry) => (
          <li key={entry._id} className={styles.item}>
            <EntryCard entry={entry} tz={scope.tz} watching={watching} onRemoved={noteRemoval} />
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
          <span>
            {entries.length} of {total}
          </span>
        </div>
      )}
    </>
  );
}

function NothingFound({ scope }: { scope: EntriesScope }) {
  return (
    <div className={styles.empty}>
      <svg width="120" height="64" viewBox="0 0 120 64" aria-hidden="true">
        <circle className={styles.sun} cx="60" cy="30" r="16" />
        <path className={styles.hill} d="M4 50c18-14 37-14 56 0s38 14 56 0" />
        <path className={styles.hillFar} d="M16 60c14-10 29-10 44 0s30 10 44 0" />
      </svg>
      <p className={styles.emptyTitle}>Nothing here yet</p>
      <p>
        No entries from {rangeInWords(scope.startDate, scope.endDate)}. Choose other days, or write the first
        one above.
      </p>
    </div>
  );
}

function EntryOutlines() {
  return (
    <div className={styles.list} aria-hidden="true">
      {['88%', '64%', '76%'].map((width) => (
        <div key={width} className={styles.outline}>
          <Skeleton width="40px" height="40px" />
          <div className={styles.outlineLines}>
            <Skeleton width="45%" />
            <Skeleton width={width} height="1.25rem" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Tells the sky the weather of the newest entry that has one. */
function useSkyOf(entries: Entry[]): void {
  const newest = entries.find((entry) => entry.weatherStatus === 'ready')?.weatherData;
  useEffect(() => {
    if (newest !== undefined) rememberWeather(newest);
  }, [newest]);
}
