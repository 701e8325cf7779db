import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { messageOf } from '../../../../lib/api/api-error';
import { useSetAiConsent } from '../../api/ai-consent';
import styles from './consent-card.module.css';

interface GivenConsentProps {
  recipient: string;
  /** All models that the user has agreed to. */
  aiConsent: string[];
}

/** Shows the consent that was given, and withdraws it. */
export function GivenConsent({ recipient, aiConsent }: GivenConsentProps) {
  const change = useSetAiConsent();
  return (
    <p className={styles.given} role="status">
      {change.isError
        ? `${t`Your consent was not withdrawn.`} ${messageOf(change.error)}`
        : sentTo(isolate(recipient))}
      <Button
        variant="plain"
        busy={change.isPending}
        onClick={() => change.mutate({ aiConsent: aiConsent.filter((name) => name !== recipient) })}
      >
        <Trans>Withdraw my consent</Trans>
      </Button>
    </p>
  );
}

function sentTo(recipient: string): string {
  if (recipient === 'gemini') return t`When you ask, your entries are sent to Google Gemini.`;
  return t`When you ask, your entries are sent to the language model at ${recipient}.`;
}
