import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import styles from './consent-card.module.css';
import { ConsentTerms } from './consent-terms';

interface ConsentCardProps {
  recipient: string;
  busy: boolean;
  error: unknown;
  onAgree: () => void;
  onDecline: () => void;
}

/** Asks for consent before the first request that sends entries to an outside model, and says who receives what. */
export function ConsentCard({ recipient, busy, error, onAgree, onDecline }: ConsentCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.card} aria-labelledby="consent">
      <h2 id="consent" ref={heading} tabIndex={-1}>
        <Trans>Before your entries leave this server</Trans>
      </h2>
      <ConsentTerms recipient={recipient} />
      <p>
        <Trans>
          You can withdraw your consent here at any time. What has already been sent cannot be taken back.
        </Trans>
      </p>
      {error !== null && (
        <Notice tone="error" title={t`Your answer was not saved.`}>
          {messageOf(error)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button variant="primary" busy={busy} onClick={onAgree}>
          <Trans>Agree and get insights</Trans>
        </Button>
        <Button onClick={onDecline}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </section>
  );
}
