import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { isolate } from '../../lib/language/isolate';
import { Choice } from '../../components/forms/choices/choice';
import { Notice } from '../../components/page/notice';
import { QueryError } from '../../components/page/query-error';
import { useAiConsent, useSetAiConsent } from '../../features/insights/api/ai-consent';
import { ConsentTerms } from '../../features/insights/components/asking/consent-terms';
import { messageOf } from '../../lib/api/api-error';
import styles from './first-run.module.css';
import { StepForm, type StepProps } from './step-form';

/** What may read the user's entries: this server alone, or the outside model as well. */
export function WordsStep({ recipient, onDone, ...rest }: StepProps & { recipient: string }) {
  const consent = useAiConsent(recipient);
  const change = useSetAiConsent();
  const [chosen, setChosen] = useState<'server' | 'model'>();
  const saved = consent.data?.aiConsent.includes(recipient) ? 'model' : 'server';
  const submit = async () => {
    if (change.isPending) return;
    if (chosen === undefined) return onDone();
    // A choice is never dropped. If the answer does not come, the error is shown, and the step can still be skipped.
    const agreed = (consent.data ?? (await consent.refetch()).data)?.aiConsent;
    if (!agreed) return;
    if (agreed.includes(recipient) === (chosen === 'model')) return onDone();
    const others = agreed.filter((name) => name !== recipient);
    change.mutate({ aiConsent: chosen === 'model' ? [...others, recipient] : others }, { onSuccess: onDone });
  };
  return (
    <StepForm
      {...rest}
      heading={t`Who can read your entries?`}
      intro={t`Your days and their figures are counted on this server. Only insights come from an outside model here, and only if you agree.`}
      busy={change.isPending}
      onSubmit={() => void submit()}
      onDone={onDone}
    >
      {change.isError && (
        <Notice tone="error" title={t`Your answer was not saved.`}>
          {messageOf(change.error)}
        </Notice>
      )}
      <QueryError query={consent} />
      <Choice
        legend={t`My words may be read by`}
        options={[
          { value: 'server', label: t`This server only` },
          { value: 'model', label: modelInWords(recipient) },
        ]}
        value={chosen ?? saved}
        onChange={setChosen}
      />
      <div className={styles.terms}>
        <ConsentTerms recipient={recipient} />
        <p>
          <Trans>
            You can withdraw your consent on the Insights page at any time. What has already been sent cannot
            be taken back.
          </Trans>
        </p>
      </div>
    </StepForm>
  );
}

function modelInWords(recipient: string): string {
  if (recipient === 'gemini') return t`This server, and Google Gemini when I ask`;
  const address = isolate(recipient);
  return t`This server, and the language model at ${address} when I ask`;
}
