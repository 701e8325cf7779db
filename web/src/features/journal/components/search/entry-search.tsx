import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import type { SessionUser } from '../../../../lib/api/session';
import type { Entry } from '../../../../lib/entry/entry';
import { useEntriesCache } from '../../../../lib/entries/entries-cache';
import { fragmentOf, scopeOf, type Search, searchOn } from '../../search';
import { DeletedEntries } from '../entries/deleted-entries';
import { EntryList } from '../entries/entry-list';
import styles from './entry-search.module.css';
import { SearchForm } from './search-form';

interface EntrySearchProps {
  user: SessionUser;
  /** The search whose results are shown. */
  search: Search;
  today: string;
  onSearch: (search: Search) => void;
  /** Receives the texts of the entries that are shown. */
  onRead: (texts: string[]) => void;
  /** The entry that was saved last, until it is in view. */
  saved: Entry | undefined;
  onSavedShown: () => void;
}

/** The search form and its results. */
export function EntrySearch({ user, search, today, onSearch, ...list }: EntrySearchProps) {
  const cache = useEntriesCache();
  const heading = useRef<HTMLHeadingElement>(null);

  const runSearch = (next: Search) => {
    onSearch(next);
    // A repeated search refreshes the list.
    cache.refreshList(scopeOf(user.email, next, today));
  };
  const onDay = (day: string) => searchOn({ startDate: day, endDate: day }, today);
  const searchFromList = (next: Search) => {
    runSearch(next);
    heading.current?.focus();
  };

  return (
    <section className={styles.search} aria-labelledby="look-back">
      <h2 id="look-back" ref={heading} tabIndex={-1} className={styles.heading}>
        <Trans>Look back</Trans>
      </h2>
      <DeletedEntries userId={user.id} />
      <SearchForm user={user} search={search} today={today} onSearch={runSearch} />
      <EntryList
        key={fragmentOf(search)}
        userId={user.id}
        search={search}
        scope={scopeOf(user.email, search, today)}
        today={today}
        {...list}
        onRemoved={() => heading.current?.focus()}
        onSearch={searchFromList}
        onShow={(day) => searchFromList(onDay(day))}
        onFar={(day) => runSearch(onDay(day))}
      />
    </section>
  );
}
