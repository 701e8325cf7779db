import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { isolate } from '../../../../lib/language/isolate';
import { ProofForm } from '../../../../components/forms/action-form';
import { Button } from '../../../../components/forms/button';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { Skeleton } from '../../../../components/page/skeleton';
import { useHasPassword } from '../../../../lib/account/profile';
import {
  type SignInMethods as Methods,
  useBeginOidc,
  useSignInMethods,
} from '../../../../lib/account/sign-in-methods';
import { momentInWords } from '../../../../lib/dates/dates';
import { useFocusWhenClosed } from '../../../../lib/use-focus-when-closed';
import { useDisconnect } from '../../api/oidc';
import { useSecondFactor } from '../../api/second-factor';
import { SignInProblem } from '../sign-in/sign-in-problem';
import list from './open-sessions.module.css';

type OwnIdentity = Methods['providers'][number];

/** The providers of this installation, and which of them the account is connected with. */
export function SignInMethods({ title }: { title: string }) {
  const methods = useSignInMethods();
  return (
    <Section title={title} intro={t`Sign in to this journal with an account that you have elsewhere.`}>
      <SignInProblem />
      {methods.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={methods} />
      <ul className={list.list}>
        {methods.data?.providers.map((identity) => (
          <Item key={identity.id} identity={identity} />
        ))}
      </ul>
    </Section>
  );
}

function Item({ identity }: { identity: OwnIdentity }) {
  const { connectedAt } = identity;
  const name = isolate(identity.name);
  const [isOpen, setIsOpen] = useState(false);
  const button = useFocusWhenClosed<HTMLButtonElement>(isOpen);
  const isConnected = connectedAt !== null;
  return (
    <li className={list.item}>
      <div>
        <p className={list.device}>
          <bdi>{identity.name}</bdi>
        </p>
        <p className={list.times}>{stateOf(identity)}</p>
        {isOpen && <ChangeForm identity={identity} onClose={() => setIsOpen(false)} />}
      </div>
      {!isOpen && (
        <Button
          ref={button}
          variant={isConnected ? 'plainDanger' : 'outline'}
          aria-label={isConnected ? t`Disconnect ${name}` : t`Connect ${name}`}
          onClick={() => setIsOpen(true)}
        >
          {isConnected ? t`Disconnect` : t`Connect`}
        </Button>
      )}
    </li>
  );
}

function stateOf({ connectedAt }: OwnIdentity): string {
  if (connectedAt === null) return t`Not connected`;
  const since = momentInWords(connectedAt);
  return t`Connected since ${since}`;
}

/** Asks for the password, and for a code where a new way to sign in would get around the second factor. */
function ChangeForm({ identity, onClose }: { identity: OwnIdentity; onClose: () => void }) {
  const { id, connectedAt } = identity;
  const name = isolate(identity.name);
  const isConnected = connectedAt !== null;
  const begin = useBeginOidc();
  const disconnect = useDisconnect();
  const hasPassword = useHasPassword();
  const needsCode = useSecondFactor().data?.active === true && !isConnected && hasPassword;
  if (isConnected) {
    return (
      <ProofForm
        danger
        intro={t`You can no longer sign in with ${name} then. This signs you out everywhere else.`}
        submitLabel={t`Disconnect`}
        action={disconnect}
        toBody={(proof) => ({ provider: id, ...proof })}
        onDone={onClose}
        onCancel={onClose}
      />
    );
  }
  return (
    <ProofForm
      intro={t`You go to ${name} and come back here.`}
      submitLabel={t`Continue`}
      action={begin}
      needsCode={needsCode}
      toBody={(proof, code) => ({
        provider: id,
        body: { purpose: 'connect' as const, returnTo: '/settings', ...proof, ...(needsCode && { code }) },
      })}
      onCancel={onClose}
    />
  );
}
