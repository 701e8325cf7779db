import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/forms/button';
import {
  CurrentPasswordField,
  withoutBlank,
} from '../../../components/forms/password/current-password-field';
import { ConfirmDialog } from '../../../components/page/confirm-dialog';
import { beyondFields, showAtFields } from '../../../components/forms/form-errors';
import { useDeleteAccount } from '../api/delete-account';
import styles from './your-data.module.css';

export function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteAccount();
  const form = useForm({ defaultValues: { currentPassword: '' } });
  const submit = form.handleSubmit((values) =>
    remove.mutate(withoutBlank(values), { onError: (error) => showAtFields(form, error) }),
  );
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>
        <Trans>Delete</Trans>
      </h3>
      <p className={styles.words}>
        <Trans>This deletes your account with every entry and every insight.</Trans>
      </p>
      <ConfirmDialog
        trigger={
          <Button variant="plainDanger">
            <Trans>Delete my account</Trans>
          </Button>
        }
        title={t`Delete your account?`}
        text={t`Everything you have written will be gone for good. Export it first if you want to keep it.`}
        confirmLabel={t`Delete everything`}
        open={isAsking}
        busy={remove.isPending}
        error={beyondFields(form, remove.error)}
        onOpenChange={(open) => {
          remove.reset();
          form.reset();
          setIsAsking(open);
        }}
        onConfirm={() => void submit()}
      >
        <form noValidate onSubmit={(event) => void submit(event)}>
          <CurrentPasswordField form={form} label={t`Your password`} />
        </form>
      </ConfirmDialog>
    </div>
  );
}
