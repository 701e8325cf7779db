import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { PageHead } from '../../components/page/page-head';
import { QueryError } from '../../components/page/query-error';
import { type Profile, useProfile } from '../../lib/account/profile';
import { useUser, type SessionUser } from '../../lib/api/session';
import { monthOf, MONTHS, yearInDigits, yearOf } from '../../lib/dates/calendar';
import { useToday } from '../../lib/dates/today';
import { useFirstDay } from '../../lib/entries/first-day';
import { useOwnMoods } from '../../lib/own-moods/own-moods';
import { BookContents } from './paper/book-contents';
import { ChoiceForm } from './choice-form';
import { type Kind, rangeOf, useChoices } from './choices';
import { authorOf } from './names';
import { PrintButton } from './print-button';
import styles from './report.module.css';
import { ReportContents } from './paper/report-contents';
import { Sheet } from './paper/sheet';
import { useMaterial } from './use-material';
import { sentenceGap } from '../../lib/language/sentences';

/** What the user chooses, as the pages that are printed. */
export default function ReportPage({ kind }: { kind: Kind }) {
  const user = useUser();
  const profile = useProfile();
  useOwnMoods();
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHead title={kind === 'book' ? t`A book of a year` : t`A page for someone else`}>
          {kind === 'book' ? (
            <Trans>A year to keep, month by month. Only what you choose is in it.</Trans>
          ) : (
            <Trans>For a therapist, a doctor, or yourself. Only what you choose is on it.</Trans>
          )}
          {sentenceGap()}
          {kind === 'book' ? (
            <Link to="/days/report">{t`A page for someone else`}</Link>
          ) : (
            <Link to="/days/book">{t`A book of a year`}</Link>
          )}
        </PageHead>
        <QueryError query={profile} />
      </div>
      {user && profile.data && <Printing key={kind} kind={kind} user={user} profile={profile.data} />}
    </div>
  );
}

interface PrintingProps {
  kind: Kind;
  user: SessionUser;
  profile: Profile;
}

function Printing({ kind, user, profile }: PrintingProps) {
  const sheet = useRef<HTMLElement>(null);
  const today = useToday();
  const [choices, change] = useChoices(user.id, kind);
  const range = rangeOf(kind, choices, today);
  const { material, measures, every, isLoading, query } = useMaterial(user, kind, range, choices);
  const firstDay = useFirstDay(user.id, today).data ?? today;
  const year = yearOf(range?.to ?? today);
  const author = authorOf(profile, choices.name);
  const title = titleOf(kind, author, year);
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <ChoiceForm
          kind={kind}
          userId={user.id}
          choices={choices}
          change={change}
          years={yearsBetween(yearOf(firstDay), yearOf(today))}
          measures={measures}
          chosenMeasures={material.measures.map(({ _id }) => _id)}
          entries={every.entries}
        />
        <div className={styles.row}>
          <PrintButton
            sheet={sheet}
            disabled={!range}
            isLoading={range !== undefined && isLoading}
            every={every}
          />
        </div>
        <p className={styles.quiet}>
          <Trans>Nothing is sent. The page is made on this device.</Trans>
        </p>
        <QueryError query={query} title={t`Not everything could be loaded.`} />
      </div>
      <div className={styles.preview}>
        <Sheet ref={sheet} paper={choices.paper} title={title} author={author}>
          {kind === 'book' ? (
            <BookContents
              choices={choices}
              material={material}
              author={author}
              year={year}
              months={monthsUntil(year, today)}
            />
          ) : (
            <ReportContents profile={profile} choices={choices} material={material} title={title} />
          )}
        </Sheet>
      </div>
    </div>
  );
}

/** The months of a year that have begun. */
function monthsUntil(year: number, today: string): number[] {
  const last = year === yearOf(today) ? monthOf(today) : 12;
  return MONTHS.filter((month) => month <= last);
}

/** The latest first. */
const yearsBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(1, last - first + 1) }, (_, back) => last - back);

function titleOf(kind: Kind, author: string, of: number): string {
  if (kind === 'book') {
    const year = yearInDigits(of);
    return author ? t({ message: `${year}, ${author}`, comment: 'The title of a book of a year' }) : year;
  }
  return author ? t`Mood journal of ${author}` : t`Mood journal`;
}
