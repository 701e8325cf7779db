import { isolate } from '@inner-weather/contracts/isolate';
import { dayIn } from '@inner-weather/contracts/local-time';
import { wordsOf } from '@inner-weather/contracts/self-harm/suggests-self-harm';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { HelpCard } from '../../../components/help-card';
import { OnThisDay } from '../../../components/on-this-day';
import { PageHead } from '../../../components/page-head';
import { useMeaning } from '../../../lib/places';
import { useUser, type SessionUser } from '../../../lib/session';
import { useToday } from '../../../lib/today';
import { useDeletions } from '../api/deletions';
import type { Entry } from '../api/entry';
import { daysToAsk, filtersOf, firstSearch } from '../search';
import { EntrySearch } from './entry-search';
import styles from './journal-page.module.css';
import { NewEntryForm } from './new-entry-form';
import { useSearch } from './use-search';

export function JournalPage() {
  const user = useUser();
  return (
    <div className={styles.column}>
      <PageHead title={user ? `${isolate(user.name)}'s Journal` : 'Journal'}>
        A few honest lines are enough.
        {user && <HomeWeather user={user} />}
      </PageHead>
      {user && <Pages key={user.id} user={user} />}
    </div>
  );
}

/** Promises the weather of a city that is known, and of no other. */
function HomeWeather({ user: { location, place } }: { user: SessionUser }) {
  const { data: places } = useMeaning(location, place === undefined);
  if (place !== undefined || (places && places.length > 0))
    return (
      <>
        {' '}
        The weather in <bdi>{location}</bdi> is added for you.
      </>
    );
  if (!places) return null;
  return (
    <>
      {' '}
      We found no place called “<bdi>{location}</bdi>”, so entries have no weather.{' '}
      <Link to="/settings">Correct your city</Link>
    </>
  );
}

function Pages({ user }: { user: SessionUser }) {
  /** The words of what was saved last, and of the entries that are shown. */
  const [saved, setSaved] = useState('');
  const [read, setRead] = useState<string[]>([]);
  const [savedId, setSavedId] = useState<string>();
  const texts = useMemo(() => [saved, ...read], [saved, read]);
  const today = useToday();
  const deleted = useDeletions(user.id).map(({ entryId }) => entryId);
  const [search, setSearch] = useSearch(today);

  // On a phone the help lines take the place of the message that it was saved, so that they are seen.
  const writing = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saved !== '') writing.current?.querySelector('#help-lines')?.scrollIntoView({ block: 'nearest' });
  }, [saved]);

  const onSaved = (entry: Entry, content: string) => {
    setSaved(wordsOf({ ...entry, content }));
    setSavedId(entry._id);
    // Show what was just saved, whatever was searched for before.
    const day = dayIn(entry.createdAt);
    const { startDate, endDate } = daysToAsk(search, today);
    if (day >= startDate && day <= endDate && !filtersOf(search)) return;
    setSearch(firstSearch(today));
  };

  return (
    <>
      <div className={styles.writing} ref={writing}>
        <NewEntryForm user={user} onSaved={onSaved} />
        <HelpCard texts={texts} voice="entry" />
      </div>
      <OnThisDay user={user} today={today} deleted={deleted} />
      <EntrySearch
        user={user}
        search={search}
        today={today}
        onSearch={setSearch}
        onRead={setRead}
        savedId={savedId}
      />
    </>
  );
}
