import { useEffect } from 'react';
import { finishDeletions } from '../features/journal/api/deletions';
import { DeletedEntries } from '../features/journal/components/deleted-entries';
import type { SessionUser } from '../lib/session';
import { AddressNotice } from './address-notice';
import { ZoneNotice } from './zone-notice';

export interface SignedInNoticesProps {
  user: SessionUser;
  pathname: string;
}

/** What may have to be said above any page to somebody who is signed in. */
export function SignedInNotices({ user, pathname }: SignedInNoticesProps) {
  useEffect(() => {
    // What an earlier page was closed too early for.
    void finishDeletions(user.id, { onlyDue: true });
  }, [user.id]);
  const isJournal = pathname === '/journal';
  return (
    <>
      <ZoneNotice />
      {isJournal && <AddressNotice />}
      {/* The journal has its own, beside the list. */}
      {!isJournal && <DeletedEntries userId={user.id} />}
    </>
  );
}
