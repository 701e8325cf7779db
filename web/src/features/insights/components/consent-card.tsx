import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { messageOf } from '../../../lib/api-error';
import styles from './consent-card.module.css';
import { recipientInWords } from './recipient-in-words';

interface ConsentCardProps {
  recipient: string;
  busy: boolean;
  error: unknown;
  onAgree: () => void;
  onDecline: () => void;
}

/** Asked before the first request that sends entries to somebody outside: who gets what. */
export function ConsentCard({ recipient, busy, error, onAgree, onDecline }: ConsentCardProps) {
  const name = recipientInWords(recipient);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.card} aria-labelledby="consent">
      <h2 id="consent" ref={heading} tabIndex={-1}>
        Before your entries leave this server
      </h2>
      <p>
        Insights are written here by <strong>{name}</strong>. If you agree, each insight that you ask for
        sends it
      </p>
      <ul>
        <li>the words, mood, city, weather and dates of your entries in the range that you choose,</li>
        <li>your first name, and figures counted from those entries.</li>
      </ul>
      <p>
        It is never sent your email, your last name, or an entry that you have marked{' '}
        <em>never send to AI</em>.
      </p>
      {recipient === 'gemini' && (
        <p>
          On Gemini’s free tier Google may use what it is sent to improve its products, and people may read
          it. Whoever runs this journal knows which tier that is.
        </p>
      )}
      <p>You can withdraw this here at any time. What has been sent by then cannot be taken back.</p>
      {error !== null && (
        <Notice tone="error" title="Your answer was not saved.">
          {messageOf(error)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button variant="primary" busy={busy} onClick={onAgree}>
          Agree and get insights
        </Button>
        <Button onClick={onDecline}>Not now</Button>
      </div>
    </section>
  );
}
