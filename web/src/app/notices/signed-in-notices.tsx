import { useEffect } from 'react';
import { finishDeletions } from '../../features/journal/api/deletions';
import { useFollowOutbox } from '../../features/journal/api/follow-outbox';
import { DeletedEntries } from '../../features/journal/components/entries/deleted-entries';
import { forgetAbsentUsers } from '../../lib/device/absent-users';
import { startDevice } from '../../lib/device/device';
import type { SessionUser } from '../../lib/api/session';
import { AddressNotice } from './address-notice';
import { NewVersionNotice } from './new-version-notice';
import { useDeviceKeeping } from './use-device-keeping';
import { ZoneNotice } from './zone-notice';

export interface SignedInNoticesProps {
  user: SessionUser;
  pathname: string;
}

/** The notices above every page of a signed-in user. */
export function SignedInNotices({ user, pathname }: SignedInNoticesProps) {
  useDeviceKeeping(user);
  useFollowOutbox(user.id);
  useEffect(() => {
    forgetAbsentUsers();
    startDevice();
    // An earlier page may have been closed before its deletions reached the server.
    void finishDeletions(user.id, { onlyDue: true });
  }, [user.id]);
  const isJournal = pathname === '/journal';
  return (
    <>
      <NewVersionNotice />
      <ZoneNotice />
      {isJournal && <AddressNotice />}
      {/* The journal shows them beside its list. */}
      {!isJournal && <DeletedEntries userId={user.id} />}
    </>
  );
}
