import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/forms/button';
import { Logo } from '../../../components/page/logo';
import { leaveToLogin } from '../../../lib/device-lock/watch';
import { page } from '../../../lib/language/language';
import { giveUp, type LockFacts, openByDevice } from '../../../lib/vault/lock';
import { askDevice } from '../../../lib/device-lock/authenticator';
import { DeviceKey } from './device-key';
import styles from './lock-screen.module.css';
import { PinPad } from './pin-pad';
import { usePinTries } from './use-pin-tries';

interface LockScreenProps {
  userId: string;
  /** Null if the disk cannot be read. */
  lock: LockFacts | null;
  onOpen: () => void;
}

/** Shows nothing of the journal and no name: only what opens the lock. */
export function LockScreen({ lock, ...props }: LockScreenProps) {
  if (lock) return <Closed lock={lock} {...props} />;
  return (
    <Words title={t`Your journal could not be opened`}>
      <p>
        <Trans>
          The browser did not let this page read what is kept on this device. Your journal is still on the
          server.
        </Trans>
      </p>
      <Button variant="primary" onClick={() => page.reload()}>
        <Trans>Try again</Trans>
      </Button>
      <Button variant="plain" onClick={leaveToLogin}>
        <Trans>Log in instead</Trans>
      </Button>
    </Words>
  );
}

function Closed({ userId, lock, onOpen }: LockScreenProps & { lock: LockFacts }) {
  const [view, setView] = useState<'pin' | 'forgotten' | 'given-up'>('pin');
  const tries = usePinTries(userId, lock.waitUntil);
  const onPin = async (pin: string) => {
    const tried = await tries.tryIt(pin);
    if (tried.kind === 'open') onOpen();
    if (tried.kind === 'given-up') setView('given-up');
  };
  const { device } = lock;
  const openByCheck = async () => {
    const output = device && (await askDevice(device));
    if (output && (await openByDevice(userId, output))) onOpen();
  };
  const askAtOnce = useEffectEvent(() => void openByCheck().catch(() => undefined));
  useEffect(() => askAtOnce(), []);
  if (view === 'given-up')
    return (
      <Words title={t`Log in to continue`}>
        <p>
          <Trans>
            That was the tenth wrong PIN. The copy on this device has been deleted, and the lock goes once you
            log in. Your journal is still on the server, and what was not sent yet is sent then.
          </Trans>
        </p>
        <Button variant="primary" onClick={leaveToLogin}>
          <Trans>Log in</Trans>
        </Button>
      </Words>
    );
  if (view === 'forgotten')
    return (
      <Words title={t`Log in instead?`}>
        <p>
          <Trans>
            This removes the lock and deletes the copy on this device. Your journal is still on the server,
            and what was not sent yet is sent after you log in.
          </Trans>
        </p>
        <Button variant="primary" onClick={() => void giveUp(userId).then(leaveToLogin)}>
          <Trans>Log in instead</Trans>
        </Button>
        <Button variant="plain" onClick={() => setView('pin')}>
          <Trans>Back</Trans>
        </Button>
      </Words>
    );
  return (
    <Frame title={t`Your PIN`}>
      <PinPad problem={tries.problem} isOpen={!tries.isWaiting} onPin={onPin}>
        {device && <DeviceKey onUse={() => void openByCheck().catch(() => undefined)} />}
      </PinPad>
      <div className={styles.other}>
        <Button variant="plain" onClick={() => setView('forgotten')}>
          <Trans>Forgot it? Log in instead</Trans>
        </Button>
      </div>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <main className={styles.screen}>
      <div className={styles.logo}>
        <Logo size={74} />
      </div>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div>{children}</div>
    </main>
  );
}

const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <Frame title={title}>
    <div className={styles.words}>{children}</div>
  </Frame>
);
