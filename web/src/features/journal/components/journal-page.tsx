import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { wordsOf } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isolate } from '../../../lib/language/isolate';
import { HelpCard } from '../../../components/entries/help-card';
import { OnThisDay } from '../../../components/entries/on-this-day';
import { NewLetter } from '../../../components/page/new-letter';
import { PageHead } from '../../../components/page/page-head';
import { useMeaning } from '../../../components/forms/place/places';
import { useOwnMoods } from '../../../lib/own-moods/own-moods';
import { useUser, type SessionUser } from '../../../lib/api/session';
import { useToday } from '../../../lib/dates/today';
import { useSettled } from '../../../lib/use-settled';
import { useDeletions } from '../api/deletions';
import type { Entry } from '../../../lib/entry/entry';
import { useEarlyEntries, useEntriesOn } from '../api/search-entries';
import { daysToAsk, filtersOf, firstSearch, scopeOf } from '../search';
import { CheckIn } from './check-in/check-in';
import { EntrySearch } from './search/entry-search';
import styles from './journal-page.module.css';
import { useShortcut } from './use-shortcut';
import { NewEntryForm } from './writing/new-entry-form';
import { useSearch } from './search/use-search';
import { WaitingLine } from './waiting/waiting-line';
import { sentenceGap } from '../../../lib/language/sentences';

const READ_AFTER_MS = 500;

export function JournalPage() {
  const user = useUser();
  const name = user && isolate(user.name);
  return (
    <div className={styles.column}>
      <PageHead title={name === undefined ? t`Journal` : t`${name}'s Journal`}>
        <Trans>A few honest lines are enough.</Trans>
        {user && <HomeWeather user={user} />}
      </PageHead>
      <NewLetter />
      {user && <Pages user={user} />}
    </div>
  );
}

/** Promises the weather, but only if the city is known. */
function HomeWeather({ user: { location, place } }: { user: SessionUser }) {
  const { data: places } = useMeaning(location, place === undefined);
  const isKnown = place !== undefined || (places && places.length > 0);
  // Meanwhile its room is kept, so that nothing below moves.
  if (isKnown || places === undefined)
    return (
      <span style={{ visibility: isKnown ? undefined : 'hidden' }}>
        {sentenceGap()}
        <Trans>
          The weather in <bdi>{location}</bdi> is added for you.
        </Trans>
      </span>
    );
  if (places === null) return null;
  return (
    <>
      {sentenceGap()}
      <Trans>
        We found no place called “<bdi>{location}</bdi>”, so entries have no weather.
      </Trans>
      {sentenceGap()}
      <Link to="/settings#section-profile">
        <Trans>Correct your city</Trans>
      </Link>
    </>
  );
}

function Pages({ user }: { user: SessionUser }) {
  /** The text of the entry that was saved last. */
  const [savedText, setSavedText] = useState('');
  /** The texts of the entries that are shown. */
  const [shownTexts, setShownTexts] = useState<string[]>([]);
  /** The entry that was saved last, until it is in view. */
  const [saved, setSaved] = useState<Entry>();
  const [isWriting, setIsWriting] = useState(false);
  // The first text that is looked through takes a while: the list and its photos are shown before that.
  const readTexts = useSettled(shownTexts, READ_AFTER_MS);
  const texts = useMemo(() => [savedText, ...readTexts], [savedText, readTexts]);
  useOwnMoods();
  const today = useToday();
  const deleted = useDeletions(user.id).map(({ entryId }) => entryId);
  const [search, setSearch] = useSearch(today);
  const scope = scopeOf(user.email, search, today);
  useEarlyEntries(scope);
  const todays = useEntriesOn(today, scope);
  const [isAddingWords, setIsAddingWords] = useState(false);
  /** The day of the check-in that is shown. Words that are being added are finished first. */
  const [checkInDay, setCheckInDay] = useState(today);
  if (checkInDay !== today && !isAddingWords) setCheckInDay(today);
  useShortcut(todays !== undefined);

  // On a phone the help lines replace the message that the entry was saved, so scroll to them.
  const writingArea = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (savedText !== '')
      writingArea.current?.querySelector('#help-lines')?.scrollIntoView({ block: 'nearest' });
  }, [savedText]);

  const onSaved = (entry: Entry, content: string) => {
    setSavedText(wordsOf({ ...entry, content }));
    setSaved(entry);
    // If the current search does not include the saved entry, reset the search to show it.
    const { day } = entry;
    const { startDate, endDate } = daysToAsk(search, today);
    if (day >= startDate && day <= endDate && !filtersOf(search)) return;
    setSearch(firstSearch(today));
  };

  return (
    <>
      <CheckIn
        key={checkInDay}
        user={user}
        todays={todays}
        deleted={deleted}
        isWriting={isWriting}
        onAddingWords={setIsAddingWords}
      />
      <div className={styles.writing} ref={writingArea}>
        <WaitingLine />
        <NewEntryForm user={user} onSaved={onSaved} onWriting={setIsWriting} />
        <HelpCard texts={texts} voice="entry" />
      </div>
      <OnThisDay user={user} today={today} deleted={deleted} />
      <EntrySearch
        user={user}
        search={search}
        today={today}
        onSearch={setSearch}
        onRead={setShownTexts}
        saved={saved}
        onSavedShown={() => setSaved(undefined)}
      />
    </>
  );
}
