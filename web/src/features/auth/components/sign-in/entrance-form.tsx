import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { Notice } from '../../../../components/page/notice';
import styles from './auth-layout.module.css';

interface EntranceFormProps<Values extends FieldValues, Body> {
  form: UseFormReturn<Values>;
  action: UseMutationResult<unknown, Error, Body>;
  /** Returns undefined if a field says why nothing can be sent. */
  toBody: (values: Values) => Body | undefined | Promise<Body | undefined>;
  onError?: (error: Error, values: Values) => void;
  /** Says an error above the form. Without it, errors are shown at their fields, and the rest above. */
  problemOf?: (error: Error) => string;
  submitLabel: string;
  /** The fields register in the order of the page, so that the first invalid one gets the focus. */
  children: ReactNode;
}

/** A form of the pages before a session: what went wrong, the fields, and one wide button. */
export function EntranceForm<Values extends FieldValues, Body>(props: EntranceFormProps<Values, Body>) {
  const { form, action } = props;
  const submit = useOneAtATime(
    form.handleSubmit(async (values) => {
      const body = await props.toBody(values);
      if (body === undefined) return;
      const onError = (error: Error) => {
        if (!props.problemOf) showAtFields(form, error);
        props.onError?.(error, values);
      };
      await action.mutateAsync(body, { onError }).catch(() => undefined);
    }),
  );
  const { error } = action;
  const general = error && (props.problemOf ? props.problemOf(error) : beyondFields(form, error));
  return (
    <>
      {general && <EntranceNotice tone="error">{general}</EntranceNotice>}
      <form
        noValidate
        className={styles.fields}
        onSubmit={(event) => {
          // Without this, a second submit would reload the page.
          event.preventDefault();
          void submit();
        }}
      >
        <FormProvider {...form}>{props.children}</FormProvider>
        <Button
          type="submit"
          variant="primary"
          wide
          className={styles.submit}
          busy={action.isPending || form.formState.isSubmitting}
        >
          {props.submitLabel}
        </Button>
      </form>
    </>
  );
}

/** A notice above a form. */
export function EntranceNotice({ tone, children }: { tone: 'info' | 'error'; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Notice tone={tone}>{children}</Notice>
    </div>
  );
}

/** Wraps a function so that it does nothing while an earlier call is running. */
function useOneAtATime<A extends unknown[]>(run: (...args: A) => Promise<void>) {
  const isRunning = useRef(false);
  return async (...args: A): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
