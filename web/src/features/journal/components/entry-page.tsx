import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { wordsOf } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { HelpCard } from '../../../components/entries/help-card';
import { ButtonLink } from '../../../components/forms/button';
import { PageHead } from '../../../components/page/page-head';
import { QueryError } from '../../../components/page/query-error';
import { Skeleton } from '../../../components/page/skeleton';
import { useOwnMoods } from '../../../lib/own-moods/own-moods';
import { useUser, type SessionUser } from '../../../lib/api/session';
import { weekdayDayAndYear } from '../../../lib/dates/calendar';
import type { Entry } from '../../../lib/entry/entry';
import { entryPath } from '../../../lib/entry/entry-path';
import { firstIdOf } from '../../../lib/outbox/made';
import { useDeletions } from '../api/deletions';
import { useEntry } from '../api/use-entry';
import { useNeighbours } from '../api/use-neighbours';
import { useWeatherWatch } from '../api/watch-weather';
import { TO_EDIT } from './editing/use-edit-entry';
import { EntryCard } from './entries/entry-card';
import styles from './entry-page.module.css';

/** One entry, by the id in the address. */
export function EntryPage() {
  const user = useUser();
  const { id = '' } = useParams();
  return (
    <div className={styles.column}>
      {/* An editor stays open while its entry is sent, and gets another id. */}
      {user && <OneEntry key={firstIdOf(id)} user={user} id={id} />}
    </div>
  );
}

function OneEntry({ user, id }: { user: SessionUser; id: string }) {
  useOwnMoods();
  const { query, entry, isMissing } = useEntry(user.id, id);
  const entries = useMemo(() => (entry ? [entry] : []), [entry]);
  const texts = useMemo(() => entries.map(wordsOf), [entries]);
  const watching = useWeatherWatch(entries);
  const rest = useRef<HTMLDivElement>(null);

  const navigate = useNavigate();
  const idNow = entry?._id ?? id;
  const isDeleted = useDeletions(user.id).some(({ entryId }) => entryId === idNow);
  const isEdited = useLocation().state === TO_EDIT;
  // Once the editor is open, a reload opens it only if something was typed.
  const isOpened = isEdited && entry !== undefined;
  useEffect(() => {
    if (idNow !== id || isOpened)
      void navigate(entryPath(idNow), { replace: true, preventScrollReset: true });
  }, [navigate, id, idNow, isOpened]);

  return (
    <>
      <PageHead title={entry ? weekdayDayAndYear(entry.day) : t`Entry`} />
      {!entry && <QueryError query={query} title={t`This entry could not be read.`} />}
      {!entry && query.isPending && <Skeleton width="70%" height="1.25rem" />}
      {entry && !isDeleted && (
        <div className={styles.card}>
          <EntryCard
            key={firstIdOf(idNow)}
            entry={entry}
            words=""
            watching={watching}
            isAlone
            isEdited={isEdited}
            onRemoved={() => rest.current?.focus()}
          />
        </div>
      )}
      <HelpCard texts={texts} voice="entry" />
      <div ref={rest} tabIndex={-1} className={styles.rest}>
        {(isMissing || isDeleted) && <Missing isDeleted={isDeleted} />}
        {entry && <Neighbours user={user} entry={entry} />}
      </div>
    </>
  );
}

function Missing({ isDeleted }: { isDeleted: boolean }) {
  return (
    <div className={styles.missing}>
      <p>
        {isDeleted
          ? t`You deleted this entry.`
          : t`This entry is not in your journal. It may have been deleted, or the link may be someone else’s.`}
      </p>
      <ButtonLink to="/journal">
        <Trans>To the journal</Trans>
      </ButtonLink>
    </div>
  );
}

/** The ways to the entries before and after it, and to its day. */
function Neighbours({ user, entry }: { user: SessionUser; entry: Entry }) {
  const { earlier, later } = useNeighbours(user, entry);
  return (
    <nav className={styles.neighbours} aria-label={t`More entries`}>
      {earlier !== undefined && (
        <ButtonLink to={entryPath(earlier)} rel="prev">
          <span aria-hidden="true">‹</span> <Trans>Earlier entry</Trans>
        </ButtonLink>
      )}
      <Link to={`/days?day=${entry.day}`}>
        <Trans>All of this day</Trans>
      </Link>
      {later !== undefined && (
        <ButtonLink to={entryPath(later)} rel="next">
          <Trans>Later entry</Trans> <span aria-hidden="true">›</span>
        </ButtonLink>
      )}
    </nav>
  );
}
