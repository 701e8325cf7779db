import { Button } from '../../../../components/forms/button';
import { messageOf } from '../../../../lib/api/api-error';
import { useSetAiConsent } from '../../api/ai-consent';
import styles from './consent-card.module.css';
import { recipientInWords } from './recipient-in-words';

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
        ? `Your consent was not withdrawn. ${messageOf(change.error)}`
        : `When you ask, your entries are sent to ${recipientInWords(recipient)}.`}
      <Button
        variant="plain"
        busy={change.isPending}
        onClick={() => change.mutate(aiConsent.filter((name) => name !== recipient))}
      >
        Withdraw my consent
      </Button>
    </p>
  );
}
