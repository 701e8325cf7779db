import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { CurrentPasswordField, withoutBlank } from '../../../../components/forms/current-password-field';
import { Notice } from '../../../../components/page/notice';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import type { SecondFactorProof } from '../../api/second-factor';
import { CodeField } from '../sign-in/code-field';
import styles from './second-factor.module.css';

interface ProofFormProps<T> {
  /** Says what will happen. */
  intro: string;
  submitLabel: string;
  danger?: boolean;
  action: UseMutationResult<T, Error, SecondFactorProof>;
  onDone: (result: T) => void;
  onCancel: () => void;
}

/** Asks for password and code again before the second factor is changed. */
export function SecondFactorProofForm<T>(props: ProofFormProps<T>) {
  const { action } = props;
  const form = useForm({ defaultValues: { currentPassword: '', code: '' } });
  const submit = form.handleSubmit((values) =>
    action.mutate(withoutBlank(values), {
      onSuccess: props.onDone,
      onError: (error) => showAtFields(form, error),
    }),
  );
  const general = beyondFields(form, action.error);
  return (
    <form noValidate className={styles.parts} onSubmit={(event) => void submit(event)}>
      <p>{props.intro}</p>
      {general && <Notice tone="error">{general}</Notice>}
      <CurrentPasswordField form={form} label={t`Your password`} autoFocus />
      <CodeField form={form} />
      <div className={styles.actions}>
        <Button type="submit" variant={props.danger ? 'danger' : 'outline'} busy={action.isPending}>
          {props.submitLabel}
        </Button>
        <Button variant="plain" onClick={props.onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
