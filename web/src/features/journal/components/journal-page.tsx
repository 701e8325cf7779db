import { PageHead } from '../../../components/page-head';
import { useUser, type SessionUser } from '../../../lib/session';
import { EntrySearch } from './entry-search';
import styles from './journal-page.module.css';
import { NewEntryForm } from './new-entry-form';

export function JournalPage() {
  const user = useUser();
  return (
    <div className={styles.column}>
      <PageHead title={user ? `${user.name}'s Journal` : 'Journal'}>
        A few honest lines are enough.
        {user && ` The weather in ${user.location} is added for you.`}
      </PageHead>
      {user && <Pages key={user.id} user={user} />}
    </div>
  );
}

function Pages({ user }: { user: SessionUser }) {
  return (
    <>
      <NewEntryForm user={user} />
      <EntrySearch user={user} />
    </>
  );
}
