import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { LIMITS } from '@inner-weather/domain/limits';
import { useForm } from 'react-hook-form';
import { ActionForm, ProofForm } from '../../../../components/forms/action-form';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { requiredText } from '../../../../components/forms/text-rules';
import { Notice } from '../../../../components/page/notice';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { Skeleton } from '../../../../components/page/skeleton';
import { useHasPassword } from '../../../../lib/account/profile';
import { toApiError } from '../../../../lib/api/api-error';
import type { components } from '../../../../lib/api/api-types.gen';
import { momentInWords } from '../../../../lib/dates/dates';
import { isolate } from '../../../../lib/language/isolate';
import { useFocusWhenClosed } from '../../../../lib/use-focus-when-closed';
import { canUsePasskeys } from '../../api/authenticator';
import {
  useAddPasskey,
  usePasskeys,
  useRemovePasskey,
  useRenamePasskey,
  type Passkey,
} from '../../api/passkeys';
import { useSecondFactor } from '../../api/second-factor';
import styles from './access-tokens.module.css';
import list from './open-sessions.module.css';

type State = components['schemas']['PasskeysDto'];

/** The passkeys of the account. */
export function Passkeys({ title }: { title: string }) {
  const state = usePasskeys();
  const [isAdding, setIsAdding] = useState(false);
  const add = useFocusWhenClosed<HTMLButtonElement>(isAdding);
  const { data } = state;
  const problem = data && obstacleInWords(data);
  return (
    <Section
      title={title}
      intro={t`Log in with your fingerprint, your face or your screen lock, without a password or a code. If you lose a passkey, log in the way you do now, and remove it here.`}
    >
      {state.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={state} />
      <ul className={list.list}>
        {data?.passkeys.map((passkey) => (
          <Item key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {problem && <Notice tone="info">{problem}</Notice>}
      {data && !problem && isAdding && <AddForm onClose={() => setIsAdding(false)} />}
      {data && !problem && !isAdding && data.passkeys.length < LIMITS.passkeysMax && (
        <Button ref={add} onClick={() => setIsAdding(true)}>
          <Trans>Add a passkey</Trans>
        </Button>
      )}
    </Section>
  );
}

/** Why none can be added here; undefined if one can. */
export function obstacleInWords({ origin, obstacle }: State): string | undefined {
  switch (obstacle) {
    case 'no_address':
      return t`A passkey is made for one address, and this journal does not know its own. The person who runs it can set PUBLIC_URL.`;
    case 'no_https':
      return t`Passkeys need https. The person who runs this journal can set it up.`;
    case 'ip_address':
      return t`The address of this journal is an IP address, for which browsers make no passkeys. It needs a host name.`;
    case 'only_providers':
      return t`People log in here only with another service, so passkeys are not used.`;
    default:
  }
  if (origin !== null && origin !== window.location.origin) {
    const address = isolate(origin);
    return t`Passkeys work only at ${address}. Open your journal there to add one.`;
  }
  return canUsePasskeys(origin) ? undefined : t`This browser cannot use passkeys.`;
}

function AddForm({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const hasPassword = useHasPassword();
  const factor = useSecondFactor();
  const needsCode =
    (factor.data?.active === true && hasPassword) ||
    (add.isError && toApiError(add.error).code === 'second_factor_required');
  return (
    <ProofForm
      intro={t`Your browser then asks where to keep the passkey.`}
      submitLabel={t`Continue`}
      action={add}
      needsCode={needsCode}
      toBody={(proof, code) => ({ ...proof, ...(needsCode && code !== '' && { code }) })}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

function Item({ passkey }: { passkey: Passkey }) {
  const [openForm, setOpenForm] = useState<'rename' | 'remove'>();
  const close = () => setOpenForm(undefined);
  const renameButton = useFocusWhenClosed<HTMLButtonElement>(openForm === 'rename');
  const removeButton = useFocusWhenClosed<HTMLButtonElement>(openForm === 'remove');
  const name = isolate(passkey.name);
  return (
    <li className={list.item}>
      <div>
        <p className={list.device}>
          <bdi>{passkey.name}</bdi>
        </p>
        <p className={list.times}>{createdInWords(passkey)}</p>
        <p className={list.times}>{lastUseInWords(passkey)}</p>
        {!passkey.usable && <p className={list.times}>{elsewhereInWords(passkey)}</p>}
        {openForm === 'rename' && <RenameForm passkey={passkey} onClose={close} />}
        {openForm === 'remove' && <RemoveForm passkey={passkey} onClose={close} />}
      </div>
      {openForm === undefined && (
        <div className={styles.actions}>
          <Button
            ref={renameButton}
            variant="plain"
            aria-label={t`Rename ${name}`}
            onClick={() => setOpenForm('rename')}
          >
            <Trans>Rename</Trans>
          </Button>
          <Button
            ref={removeButton}
            variant="plainDanger"
            aria-label={t`Remove ${name}`}
            onClick={() => setOpenForm('remove')}
          >
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </li>
  );
}

interface FormProps {
  passkey: Passkey;
  onClose: () => void;
}

function RenameForm({ passkey: { id, name }, onClose }: FormProps) {
  const rename = useRenamePasskey();
  const form = useForm({ defaultValues: { name } });
  return (
    <ActionForm
      form={form}
      action={rename}
      toBody={(values) => ({ id, ...values })}
      submitLabel={t`Save`}
      onDone={onClose}
      onCancel={onClose}
    >
      <TextField
        label={t({ message: 'Name', context: 'passkey' })}
        autoFocus
        type="text"
        autoComplete="off"
        required
        error={form.formState.errors.name?.message}
        {...form.register('name', {
          validate: requiredText(LIMITS.passkeyNameMax, t`Give the passkey a name`),
        })}
      />
    </ActionForm>
  );
}

function RemoveForm({ passkey: { id }, onClose }: FormProps) {
  const remove = useRemovePasskey();
  return (
    <ProofForm
      danger
      intro={t`You can no longer log in with it then. This signs you out everywhere else. It stays where you keep your passkeys until you delete it there.`}
      submitLabel={t`Remove`}
      action={remove}
      toBody={(proof) => ({ id, ...proof })}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

function createdInWords({ createdAt }: Passkey): string {
  const moment = momentInWords(createdAt);
  return t`Added ${moment}`;
}

function lastUseInWords({ lastUsedAt }: Passkey): string {
  if (lastUsedAt === null) return t`Never used`;
  const moment = momentInWords(lastUsedAt);
  return t`Last used ${moment}`;
}

function elsewhereInWords({ host }: Passkey): string {
  const address = isolate(host);
  return t`Made for another address, ${address}, so it does not work here`;
}
