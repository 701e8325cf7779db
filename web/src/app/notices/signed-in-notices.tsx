import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { finishDeletions } from '../../features/journal/api/deletions';
import { useFollowImport } from '../../features/import/follow-import';
import { useFollowOutbox } from '../../features/journal/api/follow-outbox';
import { DeletedEntries } from '../../features/journal/components/entries/deleted-entries';
import { forgetAbsentUsers } from '../absent-users';
import { watchLock } from '../../lib/device-lock/watch';
import { useFollowMoods } from '../../lib/own-moods/own-moods';
import { startDevice } from '../../lib/outbox/outbox';
import { renewHere } from '../../lib/push/renew-here';
import type { SessionUser } from '../../lib/api/session';
import { useFirstRunStep } from '../../lib/account/first-run';
import { loadMessages } from '../../lib/language/language';
import { AddressNotice } from './address-notice';
import { AdministratorNotice } from './administrator-notice';
import { ImportNotice } from './import-notice';
import { NewVersionNotice } from './new-version-notice';
import { useDeviceKeeping } from './use-device-keeping';
import { useFollowElsewhere } from './use-follow-elsewhere';
import { ZoneNotice } from './zone-notice';

/** Only new users load it. If loading fails, it appears when the page is opened again. */
const FirstRun = lazy<ComponentType<{ user: SessionUser }>>(() =>
  Promise.all([import('../first-run/first-run'), loadMessages('firstRun')]).then(
    ([module]) => ({ default: module.FirstRun }),
    () => ({ default: () => null }),
  ),
);

interface SignedInNoticesProps {
  user: SessionUser;
  pathname: string;
}

/** The notices above every page of a signed-in user. */
export function SignedInNotices({ user, pathname }: SignedInNoticesProps) {
  useDeviceKeeping(user);
  useFollowOutbox(user.id);
  useFollowImport(user.id);
  useFollowMoods(user.id);
  useFollowElsewhere(user);
  useEffect(() => {
    forgetAbsentUsers();
    startDevice();
    void renewHere(user.id).catch(() => undefined);
    // An earlier page may have been closed before its deletions reached the server.
    void finishDeletions(user.id, { onlyDue: true });
  }, [user.id]);
  useEffect(() => watchLock(user.id), [user.id]);
  const isJournal = pathname === '/journal';
  const isFirstRun = useFirstRunStep(user.id) !== undefined;
  return (
    <>
      <NewVersionNotice />
      {/* The first run says the same in its steps. */}
      {!isFirstRun && <ZoneNotice />}
      {isJournal && <AddressNotice />}
      {pathname !== '/import' && <ImportNotice />}
      {pathname !== '/admin' && !isFirstRun && <AdministratorNotice />}
      {isJournal && isFirstRun && (
        <Suspense>
          <FirstRun user={user} />
        </Suspense>
      )}
      {/* The journal shows them beside its list. */}
      {!isJournal && <DeletedEntries userId={user.id} />}
    </>
  );
}
