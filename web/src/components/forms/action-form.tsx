import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import { Notice } from '../page/notice';
import styles from './action-form.module.css';
import { Button } from './button';
import { CodeField } from './password/code-field';
import { CurrentPasswordField, withoutBlank } from './password/current-password-field';
import { beyondFields, showAtFields } from './form-errors';

interface ActionProps<Result> {
  submitLabel: string;
  danger?: boolean;
  onDone?: (result: Result) => void;
  onCancel: () => void;
}

interface ActionFormProps<Values extends FieldValues, Body, Result> extends ActionProps<Result> {
  form: UseFormReturn<Values>;
  action: UseMutationResult<Result, Error, Body>;
  toBody: (values: Values) => Body;
  children: ReactNode;
}

/** A form with one action and a way out. The server's errors are shown at their fields, the rest at the top. */
export function ActionForm<Values extends FieldValues, Body, Result>(
  props: ActionFormProps<Values, Body, Result>,
) {
  const { form, action } = props;
  const submit = form.handleSubmit((values) =>
    action.mutate(props.toBody(values), {
      onSuccess: props.onDone,
      onError: (error) => showAtFields(form, error),
    }),
  );
  const general = beyondFields(form, action.error);
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {general && <Notice tone="error">{general}</Notice>}
      {props.children}
      <div className={styles.actions}>
        <Button type="submit" variant={props.danger ? 'danger' : 'outline'} busy={action.isPending}>
          {props.submitLabel}
        </Button>
        {/* The answer may have what is shown only once, such as recovery codes. */}
        <Button variant="plain" busy={action.isPending} onClick={props.onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

interface ProofFormProps<Body, Result> extends ActionProps<Result> {
  /** Says what will happen. */
  intro?: string;
  action: UseMutationResult<Result, Error, Body>;
  /** @param code '' unless `needsCode` */
  toBody: (proof: { currentPassword?: string }, code: string) => Body;
  /** Asks for a code of the second factor, too. */
  needsCode?: boolean;
}

/** Asks for the password again before the action. */
export function ProofForm<Body, Result>(props: ProofFormProps<Body, Result>) {
  const { intro, toBody, needsCode = false, ...others } = props;
  const form = useForm({ defaultValues: { currentPassword: '', code: '' } });
  return (
    <ActionForm {...others} form={form} toBody={({ code, ...proof }) => toBody(withoutBlank(proof), code)}>
      {intro && <p>{intro}</p>}
      <CurrentPasswordField form={form} label={t`Your password`} autoFocus />
      {needsCode && <CodeField form={form} />}
    </ActionForm>
  );
}
