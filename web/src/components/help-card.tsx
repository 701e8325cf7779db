import { useMemo, useRef, useState } from 'react';
import { countryInWords, type HelpLine, ownCountries, sortHelpLines, useHelpLines } from '../lib/help-lines';
import { suggestsSelfHarm, type Voice } from '../lib/self-harm/suggests-self-harm';
import { createStore, useStore } from '../lib/store';
import { Button } from './button';
import styles from './help-card.module.css';
import { VisuallyHidden } from './visually-hidden';

/** Texts with which the card was put away. In memory alone: what somebody wrote is not kept for this. */
const putAway = createStore<ReadonlySet<string>>(new Set());

interface HelpCardProps {
  texts: readonly string[];
  voice: Voice;
}

/**
 * Names people to talk to when one of these texts suggests self-harm, whatever a model says. It takes no focus and
 * locks nothing; put away, it comes back for other words or after a reload.
 */
export function HelpCard({ texts, voice }: HelpCardProps) {
  const away = useStore(putAway);
  const signs = useMemo(() => texts.filter((text) => suggestsSelfHarm(text, voice)), [texts, voice]);
  const shown = signs.some((text) => !away.has(text));
  const lines = useHelpLines(shown);
  const spoken = useRef<HTMLParagraphElement>(null);
  const [dismissed, setDismissed] = useState(false);

  const dismiss = () => {
    putAway.set(new Set([...away, ...signs]));
    setDismissed(true);
    // The button goes, and the focus with it.
    spoken.current?.focus();
  };

  return (
    <>
      <p ref={spoken} tabIndex={-1} aria-live="polite" className={styles.spoken}>
        {shown && <VisuallyHidden>Help lines are shown on this page.</VisuallyHidden>}
        {!shown && dismissed && <VisuallyHidden>The help lines are put away.</VisuallyHidden>}
      </p>
      {shown && (
        <section className={styles.card} aria-labelledby="help-lines">
          <h2 id="help-lines">You do not have to be alone with this</h2>
          <p>
            Some of these words sound heavy. If you think about hurting yourself, there are people who listen,
            without judging and without your name.
          </p>
          <Lines lines={lines.data ?? []} missing={lines.isError} />
          <div className={styles.foot}>
            <p>This page noticed the words by itself, and told nobody.</p>
            <Button variant="plain" onClick={dismiss}>
              Put this away
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

function Lines({ lines, missing }: { lines: HelpLine[]; missing: boolean }) {
  const { near, anywhere, elsewhere } = sortHelpLines(lines, ownCountries());
  const emergency = near.find((line) => line.emergency !== null)?.emergency;
  return (
    <>
      {near.length > 0 && <List lines={near} />}
      <p>
        If you are in danger now, call{' '}
        {emergency ? <Phone number={emergency} /> : 'the emergency number of where you are'}.
      </p>
      {missing && (
        <p>The list of help lines could not be fetched. A doctor, or somebody you trust, can help too.</p>
      )}
      {anywhere.length > 0 && <List lines={anywhere} />}
      {elsewhere.length > 0 && (
        <details className={styles.others}>
          <summary>Help lines in {near.length > 0 ? 'other countries' : 'several countries'}</summary>
          <List lines={elsewhere} />
        </details>
      )}
    </>
  );
}

function List({ lines }: { lines: HelpLine[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={`${line.country} ${line.name}`}>
          <strong>{line.name}</strong>
          <span>{[line.country && countryInWords(line.country), line.hours].filter(Boolean).join(', ')}</span>
          <span className={styles.ways}>
            {line.phones.map((number) => (
              <Phone key={number} number={number} />
            ))}
            <a href={line.website} target="_blank" rel="noopener noreferrer">
              {new URL(line.website).host}
            </a>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Phone({ number }: { number: string }) {
  return (
    <a className={styles.phone} href={`tel:${number.replaceAll(' ', '')}`}>
      {number}
    </a>
  );
}
