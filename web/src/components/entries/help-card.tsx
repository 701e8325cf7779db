import { HELP_LINE_HOURS } from '@inner-weather/domain/self-harm/help-line-hours';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { suggestsSelfHarm, type Voice } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { useMemo, useRef, useState } from 'react';
import { countryInWords, type HelpLine, ownCountries, sortHelpLines, useHelpLines } from './help-lines';
import { words } from '../../lib/language/words';
import { createStore, useStore } from '../../lib/store';
import { Button } from '../forms/button';
import styles from './help-card.module.css';
import { VisuallyHidden } from '../page/visually-hidden';

/** Texts for which the card was dismissed. Kept in memory only, so that no words of the user are stored for this. */
const dismissedTexts = createStore<ReadonlySet<string>>(new Set());

interface HelpCardProps {
  texts: readonly string[];
  voice: Voice;
  /** The server has found a sign in texts that the page does not show, such as the entries of an insight. */
  found?: boolean;
}

/**
 * Shows help lines when one of these texts suggests self-harm, whatever a model says. It takes no focus and blocks
 * nothing. Once dismissed, it comes back for other texts or after a reload.
 */
export function HelpCard({ texts, voice, found = false }: HelpCardProps) {
  const hidden = useStore(dismissedTexts);
  // A long list grows page by page; each of its texts is checked only once.
  const [results] = useState(() => new Map<string, boolean>());
  const signs = useMemo(
    () =>
      texts.filter((text) => {
        if (found) return true;
        if (!results.has(text)) results.set(text, suggestsSelfHarm(text, voice));
        return results.get(text);
      }),
    [texts, voice, found, results],
  );
  const shown = signs.some((text) => !hidden.has(text));
  const lines = useHelpLines(shown);
  const announcement = useRef<HTMLParagraphElement>(null);
  const [isDismissed, setIsDismissed] = useState(false);

  const dismiss = () => {
    dismissedTexts.set(new Set([...hidden, ...signs]));
    setIsDismissed(true);
    // The focused button disappears, so the focus has to go somewhere.
    announcement.current?.focus();
  };

  return (
    <>
      <p ref={announcement} tabIndex={-1} aria-live="polite" className={styles.spoken}>
        {shown && <VisuallyHidden>{t`Help lines are shown on this page.`}</VisuallyHidden>}
        {!shown && isDismissed && <VisuallyHidden>{t`The help lines are hidden.`}</VisuallyHidden>}
      </p>
      {shown && (
        <section className={styles.card} aria-labelledby="help-lines">
          <h2 id="help-lines">
            <Trans>You do not have to be alone with this</Trans>
          </h2>
          <p>
            <Trans>
              Some of these words sound heavy. If you are thinking about hurting yourself, there are people
              who will listen without judging. You need not give your name.
            </Trans>
          </p>
          <Lines lines={lines.data ?? []} missing={lines.isError} />
          <div className={styles.foot}>
            <p>
              {found
                ? t`These words were noticed automatically. No person was told.`
                : t`This page noticed these words on its own and told no one.`}
            </p>
            <Button variant="plain" onClick={dismiss}>
              <Trans>Hide this</Trans>
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
        {emergency ? (
          <Trans>
            If you are in danger now, call <Phone number={emergency} />.
          </Trans>
        ) : (
          <Trans>If you are in danger now, call your local emergency number.</Trans>
        )}
      </p>
      {missing && (
        <p>
          <Trans>The help lines could not be loaded. A doctor or someone you trust can also help.</Trans>
        </p>
      )}
      {anywhere.length > 0 && <List lines={anywhere} />}
      {elsewhere.length > 0 && (
        <details className={styles.others}>
          <summary>
            {near.length > 0 ? t`Help lines in other countries` : t`Help lines in several countries`}
          </summary>
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
          <strong>
            <bdi>{line.name}</bdi>
          </strong>
          <span>
            <WhereAndWhen line={line} />
          </span>
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

/** The country of a line and its hours. */
function WhereAndWhen({ line }: { line: HelpLine }) {
  const when = hoursInWords(line);
  const hours = when && <bdi>{when}</bdi>;
  if (line.country === null) return hours;
  const country = countryInWords(line.country);
  if (!hours) return country;
  return (
    <Trans comment="The country of a help line, and when it answers">
      {country}, {hours}
    </Trans>
  );
}

/** When a line answers. Operators who list their own lines write it as text. */
const hoursInWords = ({ hoursCode, hours }: HelpLine) =>
  hoursCode ? words(HELP_LINE_HOURS[hoursCode]) : hours;

function Phone({ number }: { number: string }) {
  return (
    <a className={styles.phone} dir="ltr" href={`tel:${number.replaceAll(' ', '')}`}>
      {number}
    </a>
  );
}
