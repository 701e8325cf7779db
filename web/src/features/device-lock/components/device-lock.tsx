import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/forms/button';
import { Choice } from '../../../components/forms/choices/choice';
import { Notice } from '../../../components/page/notice';
import { Section } from '../../../components/page/section';
import { useUser } from '../../../lib/api/session';
import { mayAskDevice } from '../../../lib/device-lock/authenticator';
import { lockNow, lockStore, readLockOf } from '../../../lib/device-lock/watch';
import { useStore } from '../../../lib/store';
import { type LockFacts, setAway } from '../../../lib/vault/lock';
import { isSharedDevice } from '../../../lib/vault/shared-device';
import styles from './device-lock.module.css';
import { LockIcon } from './icons';
import { AWAY_MS, type Purpose } from './change-lock';
import { PinDialog } from './pin-dialog';
import { Switch } from './switch';

const MINUTE_MS = 60_000;

/** The lock of this device, which is of this browser and not of the account. */
export function DeviceLock({ title }: { title: string }) {
  const userId = useUser()?.id;
  const intro = isSharedDevice()
    ? t`You said at login that this device is shared. Nothing is kept on it, so there is nothing to lock.`
    : t`Anyone who picks up this device sees nothing of your journal.`;
  return (
    <Section title={title} intro={intro}>
      {userId !== undefined && !isSharedDevice() && <Lock userId={userId} />}
    </Section>
  );
}

function Lock({ userId }: { userId: string }) {
  const lock = useStore(lockStore);
  const [purpose, setPurpose] = useState<Purpose>();
  useEffect(() => void readLockOf(userId).catch(() => undefined), [userId]);
  // Browsers encrypt and lock over https only.
  const canLock = 'locks' in navigator && 'subtle' in crypto;
  if (!canLock)
    return (
      <Notice tone="info">
        <Trans>This browser cannot lock the journal. The page has to be loaded over https.</Trans>
      </Notice>
    );
  return (
    <>
      <div className={styles.rows}>
        <Switch
          label={t`Lock`}
          isOn={lock !== undefined}
          onChange={(isOn) => setPurpose(isOn ? 'set' : 'remove')}
        />
        {lock && (
          <OwnCheck lock={lock} onChange={(isOn) => setPurpose(isOn ? 'addDevice' : 'removeDevice')} />
        )}
        {lock && (
          <div className={styles.row}>
            <span>
              <Trans>PIN</Trans>
              <small className={styles.small}>
                <Trans>Six digits, on this device only</Trans>
              </small>
            </span>
            <Button aria-label={t`Change the PIN`} onClick={() => setPurpose('change')}>
              <Trans>Change</Trans>
            </Button>
          </div>
        )}
      </div>
      {lock && <Away userId={userId} lock={lock} />}
      <ul className={styles.facts}>
        <li>
          <Trans>While locked, the copy on this device can’t be read, drafts included.</Trans>
        </li>
        <li>
          <Trans>After ten wrong PINs the copy is deleted here. Your journal stays on the server.</Trans>
        </li>
        <li>
          <Trans>What was not sent yet is kept sealed until you log in.</Trans>
        </li>
      </ul>
      {lock && (
        <Button onClick={() => void lockNow()}>
          <LockIcon />
          <Trans>Lock now</Trans>
        </Button>
      )}
      {purpose && <PinDialog userId={userId} purpose={purpose} onClose={() => setPurpose(undefined)} />}
    </>
  );
}

/** Offered where the device has a check of its own. */
function OwnCheck({ lock, onChange }: { lock: LockFacts; onChange: (isOn: boolean) => void }) {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    mayAskDevice().then(setOffered, () => undefined);
  }, []);
  if (!isOffered && !lock.device) return null;
  return (
    <Switch
      label={t`Fingerprint or face`}
      hint={t`The way you unlock this device. The PIN works too.`}
      isOn={lock.device !== undefined}
      onChange={onChange}
    />
  );
}

function Away({ userId, lock }: { userId: string; lock: LockFacts }) {
  const options = [
    { value: '0', label: t`At once` },
    { value: String(MINUTE_MS), label: t`1 min` },
    { value: String(AWAY_MS), label: t`5 min` },
    { value: String(15 * MINUTE_MS), label: t`15 min` },
  ];
  const change = (value: string) => void setAway(userId, Number(value)).then(() => readLockOf(userId));
  return (
    <div className={styles.away}>
      <Choice
        legend={t`Lock after being away for`}
        options={options}
        value={String(lock.awayMs)}
        onChange={change}
      />
    </div>
  );
}
