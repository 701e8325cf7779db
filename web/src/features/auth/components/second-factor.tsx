import { useState } from 'react';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { QueryError } from '../../../components/query-error';
import { Section } from '../../../components/section';
import { Skeleton } from '../../../components/skeleton';
import type { components } from '../../../lib/api-types.gen';
import { momentInWords } from '../../../lib/dates';
import { countOf } from '../../../lib/plural';
import { useRemoveSecondFactor, useRenewRecoveryCodes, useSecondFactor } from '../api/second-factor';
import { RecoveryCodes } from './recovery-codes';
import { SecondFactorProofForm } from './second-factor-proof-form';
import { SecondFactorSetUp } from './second-factor-set-up';
import styles from './second-factor.module.css';

/** Recovery codes that are few enough to speak of. */
const FEW = 3;

/** A code of an app beside the password: on, off, and its recovery codes. */
export function SecondFactor() {
  const state = useSecondFactor();
  const [settingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  return (
    <Section
      title="Second factor"
      intro="A code from an app on your phone, asked for after your password: whoever learns the password alone stays outside."
    >
      {state.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={state} />
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {!codes && state.data?.active === true && <TurnedOn state={state.data} onNewCodes={setCodes} />}
      {!codes && state.data?.active === false && !settingUp && (
        <Button onClick={() => setSettingUp(true)}>Turn it on</Button>
      )}
      {!codes && state.data?.active === false && settingUp && (
        <SecondFactorSetUp
          onCancel={() => setSettingUp(false)}
          onTurnedOn={(recoveryCodes) => {
            setCodes(recoveryCodes);
            setSettingUp(false);
          }}
        />
      )}
    </Section>
  );
}

interface TurnedOnProps {
  state: components['schemas']['SecondFactorDto'];
  onNewCodes: (codes: string[]) => void;
}

function TurnedOn({ state, onNewCodes }: TurnedOnProps) {
  const [asking, setAsking] = useState<'renew' | 'remove'>();
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveSecondFactor();
  const left = countOf(state.recoveryCodesLeft, 'recovery code', 'recovery codes');
  const close = () => setAsking(undefined);
  return (
    <div className={styles.parts}>
      <p>
        It is on since {momentInWords(state.activeSince ?? '')}. You have {left} left.
      </p>
      {state.recoveryCodesLeft < FEW && (
        <Notice tone="info">
          Make new recovery codes before you need them: without them and without the app you stay outside.
        </Notice>
      )}
      {asking === undefined && (
        <div className={styles.actions}>
          <Button onClick={() => setAsking('renew')}>Make new recovery codes</Button>
          <Button variant="plainDanger" onClick={() => setAsking('remove')}>
            Turn it off
          </Button>
        </div>
      )}
      {asking === 'renew' && (
        <SecondFactorProofForm
          intro="The codes that you have now will not work any more."
          submitLabel="Make new ones"
          action={renew}
          onDone={onNewCodes}
          onCancel={close}
        />
      )}
      {asking === 'remove' && (
        <SecondFactorProofForm
          intro="From then on your password is enough. You are signed out everywhere else."
          submitLabel="Turn it off"
          danger
          action={remove}
          onDone={close}
          onCancel={close}
        />
      )}
    </div>
  );
}
