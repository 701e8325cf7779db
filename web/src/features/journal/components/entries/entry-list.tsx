import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { wordsOf } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../../components/forms/button';
import { FromDevice } from '../../../../components/page/from-device';
import { QueryError } from '../../../../components/page/query-error';
import { Skeleton } from '../../../../components/page/skeleton';
import { rangeInWords } from '../../../../lib/dates/dates';
import { locale } from '../../../../lib/language/language';
import { newestFirst } from '../../../../lib/copy/entries';
import { useMeasures } from '../../../../lib/measures/measures';
import { firstIdOf } from '../../../../lib/outbox/made';
import { rememberWeather } from '../../../../lib/weather/sky';
import type { EntriesScope, Entry } from '../../../../lib/entry/entry';
import { DRAWN_FIRST, useEntries } from '../../api/search-entries';
import { useWeatherWatch } from '../../api/watch-weather';
import {
  daysOfPreset,
  filtersOf,
  type Search,
  searchInWords,
  searchOn,
  widerThan,
  type WidePreset,
  wishesInWords,
} from '../../search';
import { cardId } from './card-id';
import { EntryCard } from './entry-card';
import { NEW_TEXT_ID } from './entry-text';
import { PrintAll } from './print-all';
import styles from './entry-list.module.css';
import { UnsavedEditions } from '../editing/unsaved-editions';
import { useReached } from './use-reached';

interface EntryListProps {
  userId: string;
  search: Search;
  scope: EntriesScope;
  /** YYYY-MM-DD. */
  today: string;
  /** Receives the texts, moods and tags of the shown entries. */
  onRead: (texts: string[]) => void;
  /** The entry that was saved last, which is brought into view and gets the focus. */
  saved: Entry | undefined;
  onSavedShown: () => void;
  /** Called if it is on a page that is not loaded. `day` is YYYY-MM-DD. */
  onFar: (day: string) => void;
  /** Called after an entry and its focused button have disappeared. */
  onRemoved: () => void;
  onSearch: (search: Search) => void;
  /** Shows another day, YYYY-MM-DD. */
  onShow: (day: string) => void;
}

export function EntryList(props: EntryListProps) {
  const { userId, search, scope, onRead, onShow, saved, onSavedShown } = props;
  const list = useEntries(scope);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  // A list that has just come is drawn in two steps, so that a phone shows the first entries while it draws the others.
  const drawn = useDeferredValue(entries.length > 0) ? entries : entries.slice(0, DRAWN_FIRST);
  const areAllDrawn = drawn.length === entries.length;
  const total = data?.pages[0]?.total;
  const watching = useWeatherWatch(entries);
  useSkyOf(entries);

  useEffect(() => {
    if (data) onRead(entries.map(wordsOf));
  }, [data, entries, onRead]);

  // What was saved while it waited has another id by now.
  const savedId = entries.find(({ _id }) => firstIdOf(_id) === saved?._id || _id === saved?._id)?._id;
  // An entry of an earlier day may be on a page that is not loaded; then its day is shown.
  const last = entries.at(-1);
  const isFarBelow = saved && !savedId && hasNextPage && last && newestFirst(last, saved) < 0;
  const bringIntoView = useEffectEvent(() => {
    if (savedId !== undefined) {
      showSaved(savedId);
      onSavedShown();
    } else if (isFarBelow) props.onFar(saved.day);
  });
  useEffect(() => bringIntoView(), [savedId, isFarBelow]);

  const onRemoved = useRef(props.onRemoved);
  useEffect(() => {
    onRemoved.current = props.onRemoved;
  });
  // A stable function, so that loading another page does not render the existing cards again.
  const noteRemoval = useCallback(() => onRemoved.current(), []);
  const showMore = () => {
    if (hasNextPage && !isFetchingNextPage && !list.isFetchNextPageError) void fetchNextPage();
  };
  const end = useReached<HTMLDivElement>(showMore, areAllDrawn && data?.pages.length);
  // Entries of fewer days stand in for these until they are here: that is no answer yet.
  const isAnswered = data && !list.isPlaceholderData;
  const isEmpty = isAnswered && entries.length === 0 && !hasNextPage;
  const searchText = searchInWords(search, useMeasures().data ?? []);

  return (
    <>
      <div className={styles.count}>
        <p>
          <span role="status">
            {isAnswered && entries.length > 0 && countInWords(entries.length, total, hasNextPage)}
            {isEmpty && filtersOf(search) && t`Nothing found`}
          </span>
          {data && entries.length > 0 && searchText && <span className={styles.asked}>{searchText}</span>}
        </p>
        {entries.length > 0 && <PrintAll list={list} share={shareInWords(entries.length, total)} />}
      </div>
      {data?.pages[0]?.fromDevice && <FromDevice since={data.pages[0].fromDevice.since} />}
      <QueryError query={list} title={t`Your entries could not be searched.`} />
      {(list.isPending || (list.isPlaceholderData && entries.length === 0)) && <EntryOutlines />}
      {data && <UnsavedEditions userId={userId} shown={entries.map(({ _id }) => _id)} onShow={onShow} />}
      {isEmpty && (searchText === '' ? <NothingWritten /> : <NothingFound {...props} />)}
      <ol className={styles.list}>
        {drawn.map((entry) => (
          <li key={firstIdOf(entry._id)} className={styles.item}>
            <EntryCard entry={entry} words={search.words} watching={watching} onRemoved={noteRemoval} />
          </li>
        ))}
      </ol>
      {areAllDrawn && hasNextPage && (
        <div ref={end} className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans context="entries">Show more</Trans>
          </Button>
          <span>{shareInWords(entries.length, total)}</span>
        </div>
      )}
    </>
  );
}

/** Shows the saved entry, unless the user has begun the next entry or moved the focus elsewhere. */
function showSaved(id: string): void {
  const { activeElement, body } = document;
  const area = writingArea();
  const isWriting = activeElement === area && area?.value !== '';
  if (isWriting || (activeElement !== body && !area?.form?.contains(activeElement))) return;
  const card = document.getElementById(cardId(id));
  card?.focus({ preventScroll: true });
  // Where help is offered, that is what has to be in view.
  if (!document.querySelector('#help-lines')) card?.scrollIntoView({ block: 'nearest' });
}

const writingArea = () => document.querySelector<HTMLTextAreaElement>(`#${NEW_TEXT_ID}`);

/** Without a total, the server has not searched everything yet. */
function countInWords(shown: number, total: number | undefined, more: boolean): string {
  const count = total ?? shown;
  return total === undefined && more
    ? plural(count, { one: '# entry so far', other: '# entries so far' })
    : plural(count, { one: '# entry', other: '# entries' });
}

/** `20 of 1,204`. */
function shareInWords(count: number, total: number | undefined): string {
  const shown = count.toLocaleString(locale());
  if (total === undefined) return shown;
  const all = total.toLocaleString(locale());
  return t({ message: `${shown} of ${all}`, comment: 'How many entries of all are shown' });
}

/** The first screen of a new journal. */
function NothingWritten() {
  return (
    <div className={styles.empty}>
      <Hills />
      <h3 className={styles.emptyTitle}>
        <Trans>Your journal begins with a line</Trans>
      </h3>
      <p>
        <Trans>
          Write above how today was, or only choose a face and a word. What you save appears here, together
          with the weather.
        </Trans>
      </p>
      <div className={styles.ways}>
        <Button onClick={() => writingArea()?.focus()}>
          <Trans>Write your first entry</Trans>
        </Button>
        <Link to="/import">
          <Trans>Bring entries from a file</Trans>
        </Link>
      </div>
    </div>
  );
}

function Hills() {
  return (
    <svg width="120" height="64" viewBox="0 0 120 64" aria-hidden="true">
      <circle className={styles.sun} cx="60" cy="30" r="16" />
      <path className={styles.hill} d="M4 50c18-14 37-14 56 0s38 14 56 0" />
      <path className={styles.hillFar} d="M16 60c14-10 29-10 44 0s30 10 44 0" />
    </svg>
  );
}

/** Repeats the search, and offers a wider range of days. */
function NothingFound({ search, today, onSearch }: EntryListProps) {
  const wishes = wishesInWords(search, useMeasures().data ?? []);
  const wider = widerThan(search, today);
  const { startDate, endDate } = search.days;
  const days = search.preset === 'all' ? t`In all your days` : rangeInWords(startDate, endDate);
  const wanted = wishes.join(' · ');
  return (
    <div className={styles.empty}>
      <Hills />
      <p className={styles.emptyTitle}>
        {wishes.length > 0 ? t`No entries match` : t`No entries on these days`}
      </p>
      <p>
        {wanted === ''
          ? days
          : t({ message: `${days}: ${wanted}`, comment: 'Where was searched, and for what' })}
      </p>
      <div className={styles.ways}>
        {wider && (
          <Button onClick={() => onSearch(searchOn(daysOfPreset(wider, today), today, search))}>
            {i18n._(WIDER[wider])}
          </Button>
        )}
        {wishes.length > 0 && (
          <Button variant="plain" onClick={() => onSearch(searchOn(search.days, today))}>
            <Trans>Show all entries of these days</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

const WIDER: Record<WidePreset, MessageDescriptor> = {
  today: msg`Look at today`,
  week: msg`Look at the last 7 days`,
  month: msg`Look at the last 30 days`,
  year: msg`Look at this year`,
  all: msg`Look at all days`,
};

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
