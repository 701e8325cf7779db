import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import styles from './consent-card.module.css';
import { recipientInWords } from './recipient-in-words';

interface ConsentCardProps {
  recipient: string;
  busy: boolean;
  error: unknown;
  onAgree: () => void;
  onDecline: () => void;
}

/** Asks for consent before the first request that sends entries to an outside model, and says who receives what. */
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
        Insights here are written by <strong>{name}</strong>. If you agree, each time you ask for insights it
        is sent
      </p>
      <ul>
        <li>the words, mood, city, weather and dates of your entries in the range you choose,</li>
        <li>your first name, and statistics about those entries,</li>
        <li>a number for each entry, so that the answer can refer to it.</li>
      </ul>
      <p>
        It never gets your email, your last name, or an entry that you have marked <em>never send to AI</em>.
      </p>
      {recipient === 'gemini' && (
        <p>
          On Gemini’s free tier Google may use what it is sent to improve its products, and people may read
          it. Ask the person who runs this journal which tier it uses.
        </p>
      )}
      <p>You can withdraw your consent here at any time. What has already been sent cannot be taken back.</p>
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
