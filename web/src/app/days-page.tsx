import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { DaysPage as Page } from '../features/days/components/days-page';
import { useDeletions } from '../features/journal/api/deletions';
import { ChangeEntry } from '../features/journal/components/entries/change-entry';
import { useUser } from '../lib/api/session';

const ReportPage = lazy(() => import('./report/report-page'));

/** The days page, and what is printed of the days: a page for another person, or a book of a year. */
export function DaysPage() {
  const { id } = useParams();
  if (id !== 'report' && id !== 'book') return <Days />;
  return (
    <Suspense>
      <ReportPage kind={id} />
    </Suspense>
  );
}

/** The days. Their entries are edited with the same form as in the journal. */
function Days() {
  const deletions = useDeletions(useUser()?.id ?? '');
  return <Page deleted={deletions.map(({ entryId }) => entryId)} ChangeEntry={ChangeEntry} />;
}
