import { useMemo, useState } from 'react';
import { HelpCard } from '../../../components/help-card';
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
  /** The words of what was saved last, and of the entries that are shown. */
  const [saved, setSaved] = useState('');
  const [read, setRead] = useState<string[]>([]);
  const texts = useMemo(() => [saved, ...read], [saved, read]);
  return (
    <>
      <NewEntryForm user={user} onSaved={setSaved} />
      <HelpCard texts={texts} voice="entry" />
      <EntrySearch user={user} onRead={setRead} />
    </>
  );
}
