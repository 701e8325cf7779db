import { DaysPage as Page } from '../features/days/components/days-page';
import { useDeletions } from '../features/journal/api/deletions';
import { ChangeEntry } from '../features/journal/components/entries/change-entry';
import { useUser } from '../lib/api/session';

/** The days page. Its entries are edited with the same form as in the journal. */
export function DaysPage() {
  const deletions = useDeletions(useUser()?.id ?? '');
  return <Page deleted={deletions.map(({ entryId }) => entryId)} ChangeEntry={ChangeEntry} />;
}
