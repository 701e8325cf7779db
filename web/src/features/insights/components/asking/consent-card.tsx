import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '@inner-weather/domain/text/isolate';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import styles from './consent-card.module.css';

interface ConsentCardProps {
  recipient: string;
  busy: boolean;
  error: unknown;
  onAgree: () => void;
  onDecline: () => void;
}

/** Asks for consent before the first request that sends entries to an outside model, and says who receives what. */
export function ConsentCard({ recipient, busy, error, onAgree, onDecline }: ConsentCardProps) {
  const address = isolate(recipient);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.card} aria-labelledby="consent">
      <h2 id="consent" ref={heading} tabIndex={-1}>
        <Trans>Before your entries leave this server</Trans>
      </h2>
      <p>
        {recipient === 'gemini' ? (
          <Trans comment="A list of what is sent follows.">
            Insights here are written by <strong>Google Gemini</strong>. If you agree, each time you ask for
            insights it is sent
          </Trans>
        ) : (
          <Trans comment="A list of what is sent follows.">
            Insights here are written by <strong>the language model at {address}</strong>. If you agree, each
            time you ask for insights it is sent
          </Trans>
        )}
      </p>
      <ul>
        <li>
          <Trans>the words, mood, city, weather and dates of your entries in the range you choose,</Trans>
        </li>
        <li>
          <Trans>your first name, and statistics about those entries,</Trans>
        </li>
        <li>
          <Trans>a number for each entry, so that the answer can refer to it.</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          It never gets your email, your last name, or an entry that you have marked <em>never send to AI</em>
          .
        </Trans>
      </p>
      {recipient === 'gemini' && (
        <p>
          <Trans>
            On Gemini’s free tier Google may use what it is sent to improve its products, and people may read
            it. Ask the person who runs this journal which tier it uses.
          </Trans>
        </p>
      )}
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
