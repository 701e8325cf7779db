import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { useState } from 'react';
import { ProofForm } from '../../../components/forms/action-form';
import { Button } from '../../../components/forms/button';
import { CopyOnceField } from '../../../components/page/copy-once-field';
import { Notice } from '../../../components/page/notice';
import { messageOf } from '../../../lib/api/api-error';
import { words } from '../../../lib/language/words';
import { type Account, useCreateResetLink, useEndAccountSessions, useSetAdministrator } from '../api/admin';
import styles from './admin.module.css';

interface ActionsProps {
  account: Account;
  isOwn: boolean;
  /** Where mail is sent, people ask for links themselves. */
  sendsMail: boolean;
}

/** What an administrator can do for an account. What gives rights asks for a proof of the administrator. */
export function AccountActions({ account, isOwn, sendsMail }: ActionsProps) {
  const [form, setForm] = useState<'reset' | 'administrator'>();
  const endSessions = useEndAccountSessions(account.id);
  const resetLink = useCreateResetLink(account.id);
  const setAdministrator = useSetAdministrator(account.id);
  const close = () => setForm(undefined);
  const toAdministrator = account.isAdmin ? t`Remove as administrator` : t`Make administrator`;
  return (
    <div className={styles.parts}>
      {form === undefined && (
        <div className={styles.actions}>
          {!sendsMail && (
            <Button onClick={() => setForm('reset')}>
              <Trans>Password reset link</Trans>
            </Button>
          )}
          {!account.isAdminByGroup && (
            <Button variant="plain" onClick={() => setForm('administrator')}>
              {isOwn && account.isAdmin ? t`Stop being an administrator` : toAdministrator}
            </Button>
          )}
          {!isOwn && (
            <Button variant="plainDanger" busy={endSessions.isPending} onClick={() => endSessions.mutate()}>
              <Trans>Sign out everywhere</Trans>
            </Button>
          )}
        </div>
      )}
      {account.isAdminByGroup && (
        <p className={styles.quiet}>{words(ACCOUNT_PROBLEMS.administers_by_group)}</p>
      )}
      {endSessions.isError && <Notice tone="error">{messageOf(endSessions.error)}</Notice>}
      {endSessions.isSuccess && (
        <Notice tone="success">
          <Trans>Signed out everywhere.</Trans>
        </Notice>
      )}
      {form === 'reset' && (
        <ProofForm
          intro={t`Whoever has the link can choose a new password, once, within an hour. Using it signs the account out everywhere. Give it only to the person themselves.`}
          submitLabel={t`Create the link`}
          action={resetLink}
          toBody={(proof) => proof}
          onDone={close}
          onCancel={close}
        />
      )}
      {resetLink.data && (
        <CopyOnceField
          label={t`The new link`}
          value={`${window.location.origin}/reset-password#${resetLink.data.token}`}
        />
      )}
      {form === 'administrator' && (
        <ProofForm
          intro={
            account.isAdmin
              ? t`This account loses access to this page at once.`
              : t`Administrators can open this page, invite people, and create password reset links.`
          }
          submitLabel={isOwn && account.isAdmin ? t`Stop being an administrator` : toAdministrator}
          action={setAdministrator}
          toBody={(proof) => ({ ...proof, isAdmin: !account.isAdmin })}
          onDone={close}
          onCancel={close}
        />
      )}
    </div>
  );
}
