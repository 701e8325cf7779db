import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ProofForm } from '../../../../components/forms/action-form';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { Skeleton } from '../../../../components/page/skeleton';
import type { components } from '../../../../lib/api/api-types.gen';
import { momentInWords } from '../../../../lib/dates/dates';
import { useFocusWhenClosed } from '../../../../lib/use-focus-when-closed';
import { useEmailProof } from '../../../../lib/account/email-proof';
import { useRemoveSecondFactor, useRenewRecoveryCodes, useSecondFactor } from '../../api/second-factor';
import { RecoveryCodes } from './recovery-codes';
import { SecondFactorSetUp } from './second-factor-set-up';
import styles from './second-factor.module.css';

type State = components['schemas']['SecondFactorDto'];

/** The page warns if fewer recovery codes are left. */
const CODES_MIN = 3;

/** Turns the second factor on and off, and renews its recovery codes. */
export function SecondFactor({ title }: { title: string }) {
  const state = useSecondFactor();
  const { data: proof } = useEmailProof();
  const needsEmail = proof?.needed === true && !proof.proved;
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const active = state.data?.active === true;
  const turnOn = useFocusWhenClosed<HTMLButtonElement>(isSettingUp || active);
  const status = useFocusWhenClosed<HTMLParagraphElement>(codes !== undefined);
  return (
    <Section
      title={title}
      intro={t`Logging in also asks for a code from an app on your phone, so a stolen password isn't enough.`}
    >
      {state.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={state} />
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {!codes && !isSettingUp && state.data?.active === true && (
        <>
          <p ref={status} tabIndex={-1} className={styles.standing}>
            {standingOf(state.data)}
          </p>
          <TurnedOn state={state.data} onNewCodes={setCodes} />
        </>
      )}
      {!codes && state.data?.active === false && !isSettingUp && needsEmail && (
        <Notice tone="info">
          <Trans>
            Please confirm your email first. On an address that is not yours, a second factor could lock out
            its owner.
          </Trans>
        </Notice>
      )}
      {!codes && state.data?.active === false && !isSettingUp && !needsEmail && (
        <Button ref={turnOn} onClick={() => setIsSettingUp(true)}>
          <Trans>Turn it on</Trans>
        </Button>
      )}
      {/* Until it says that it is done, whatever the state is by then: the codes are in that answer only. */}
      {!codes && isSettingUp && (
        <SecondFactorSetUp
          onCancel={() => setIsSettingUp(false)}
          onTurnedOn={(recoveryCodes) => {
            setCodes(recoveryCodes);
            setIsSettingUp(false);
          }}
        />
      )}
    </Section>
  );
}

function standingOf({ activeSince, recoveryCodesLeft }: State): string {
  const since = momentInWords(activeSince ?? '');
  return plural(recoveryCodesLeft, {
    one: `On since ${since}. You have # recovery code left.`,
    other: `On since ${since}. You have # recovery codes left.`,
  });
}

interface TurnedOnProps {
  state: State;
  onNewCodes: (codes: string[]) => void;
}

function TurnedOn({ state, onNewCodes }: TurnedOnProps) {
  const [openForm, setOpenForm] = useState<'renew' | 'remove'>();
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveSecondFactor();
  const close = () => setOpenForm(undefined);
  const renewButton = useFocusWhenClosed<HTMLButtonElement>(openForm === 'renew');
  const removeButton = useFocusWhenClosed<HTMLButtonElement>(openForm === 'remove');
  return (
    <div className={styles.parts}>
      {state.recoveryCodesLeft < CODES_MIN && (
        <Notice tone="info">
          <Trans>
            Create new recovery codes before you run out. Without them and without the app you cannot log in.
          </Trans>
        </Notice>
      )}
      {openForm === undefined && (
        <div className={styles.actions}>
          <Button ref={renewButton} onClick={() => setOpenForm('renew')}>
            <Trans>Create new recovery codes</Trans>
          </Button>
          <Button ref={removeButton} variant="plainDanger" onClick={() => setOpenForm('remove')}>
            <Trans>Turn it off</Trans>
          </Button>
        </div>
      )}
      {openForm === 'renew' && (
        <ProofForm
          needsCode
          intro={t`The codes you have now will stop working.`}
          submitLabel={t`Create new codes`}
          action={renew}
          toBody={(proof, code) => ({ ...proof, code })}
          onDone={onNewCodes}
          onCancel={close}
        />
      )}
      {openForm === 'remove' && (
        <ProofForm
          needsCode
          intro={t`Your password alone will be enough again. This signs you out everywhere else.`}
          submitLabel={t`Turn it off`}
          danger
          action={remove}
          toBody={(proof, code) => ({ ...proof, code })}
          onDone={close}
          onCancel={close}
        />
      )}
    </div>
  );
}
