import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SessionUser } from '../../../lib/session';
import { entriesKey, type EntriesScope } from '../api/entry';
import { daysToAsk, filtersOf, fragmentOf, type Search, searchOn } from '../search';
import { DeletedEntries } from './deleted-entries';
import { EntryList } from './entry-list';
import styles from './entry-search.module.css';
import { SearchForm } from './search-form';

interface EntrySearchProps {
  user: SessionUser;
  /** What is shown. */
  search: Search;
  today: string;
  onSearch: (search: Search) => void;
  /** Receives the texts of the entries that are shown. */
  onRead: (texts: string[]) => void;
  /** The entry that was saved last, which gets the focus once it is listed. */
  savedId: string | undefined;
}

/** The search and what it found. */
export function EntrySearch({ user, search, today, onSearch, onRead, savedId }: EntrySearchProps) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const scopeOf = (asked: Search): EntriesScope => {
    const filters = filtersOf(asked);
    return { ...daysToAsk(asked, today), userReference: user.email, ...(filters && { filters }) };
  };

  const ask = (asked: Search) => {
    onSearch(asked);
    // Searching for the same again refreshes the list.
    void queryClient.invalidateQueries({ queryKey: entriesKey(scopeOf(asked)) });
  };
  const askFromTheList = (asked: Search) => {
    ask(asked);
    heading.current?.focus();
  };

  return (
    <section className={styles.search} aria-labelledby="look-back">
      <h2 id="look-back" ref={heading} tabIndex={-1} className={styles.heading}>
        Look back
      </h2>
      <DeletedEntries userId={user.id} />
      <SearchForm userId={user.id} search={search} today={today} onSearch={ask} />
      <EntryList
        key={fragmentOf(search)}
        userId={user.id}
        search={search}
        scope={scopeOf(search)}
        today={today}
        onRead={onRead}
        savedId={savedId}
        onRemoved={() => heading.current?.focus()}
        onSearch={askFromTheList}
        onShow={(day) => askFromTheList(searchOn({ startDate: day, endDate: day }, today))}
      />
    </section>
  );
}
