import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../../../components/forms/button';
import { useInertPage } from '../../../components/page/use-inert-page';
import { isUnreachable } from '../../../lib/api/unreachable';
import { leaveToLogin } from '../../../lib/device-lock/watch';
import type { RawKey } from '../../../lib/vault/lock-keys';
import { changeLockOf, DeviceRefused, type Purpose } from './change-lock';
import styles from './device-lock.module.css';
import { PinPad } from './pin-pad';
import { usePinTries } from './use-pin-tries';

interface PinDialogProps {
  userId: string;
  purpose: Purpose;
  onClose: () => void;
}

/** Asks for the PIN of the lock if there is one, and twice for a new one where that is wanted. */
export function PinDialog({ userId, purpose, onClose }: PinDialogProps) {
  const [step, setStep] = useState<'current' | 'new' | 'again'>(purpose === 'set' ? 'new' : 'current');
  const [raw, setRaw] = useState<RawKey>();
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const tries = usePinTries(userId);
  useInertPage(true);

  const finish = async (change: { raw?: RawKey | undefined; pin?: string }) => {
    try {
      await changeLockOf(userId, purpose, change);
      onClose();
    } catch (error) {
      setProblem(problemOf(error, purpose));
      setStep(purpose === 'set' ? 'new' : 'current');
    }
  };
  const onPin = async (pin: string) => {
    setProblem(undefined);
    if (step === 'current') {
      const tried = await tries.tryIt(pin);
      if (tried.kind === 'given-up') return leaveToLogin();
      if (tried.kind !== 'open') return;
      setRaw(tried.raw);
      if (purpose === 'change') setStep('new');
      else await finish({ raw: tried.raw });
    } else if (step === 'new') {
      setChosen(pin);
      setStep('again');
    } else if (pin === chosen) {
      await finish({ raw, pin });
    } else {
      setProblem(t`The two PINs do not match. Choose one again.`);
      setStep('new');
    }
  };
  const titles = { current: t`Your PIN`, new: t`Choose a PIN`, again: t`The same PIN once more` };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content className={styles.dialog} aria-describedby={undefined}>
          <Dialog.Close asChild>
            <Button variant="plain" className={styles.close}>
              <Trans>Cancel</Trans>
            </Button>
          </Dialog.Close>
          <Dialog.Title className={styles.title}>{titles[step]}</Dialog.Title>
          <PinPad
            key={step}
            problem={problem ?? (step === 'current' ? tries.problem : undefined)}
            isOpen={step !== 'current' || !tries.isWaiting}
            onPin={onPin}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function problemOf(error: unknown, purpose: Purpose): string {
  if (error instanceof DeviceRefused)
    return t`This device has no fingerprint or face check that can open the lock. Use your PIN.`;
  return purpose === 'set' && isUnreachable(error)
    ? t`The lock could not be set. Setting it needs a connection to the server.`
    : t`That did not work. Try again.`;
}
