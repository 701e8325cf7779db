import { Plural, Trans } from '@lingui/react/macro';
import { SHOWN_MAX } from '../understand/outlook';
import type { At, NotTaken, Understood } from '../understand/understood';
import { atInWords, notTakenInWords } from '../words';
import styles from './import.module.css';

interface Item {
  at: At;
  text: string;
  detail?: string;
}

interface ListedProps {
  title: string;
  items: Item[];
  /** How many there are, if `items` are only the first ones. */
  count?: number;
}

/**
 * A folded list of places in the file, each with a sentence. Nothing if there are none. It shows the first ones; the report
 * that can be downloaded has all.
 */
export function Listed({ title, items, count = items.length }: ListedProps) {
  if (count === 0) return null;
  const more = count - SHOWN_MAX;
  return (
    <details className={styles.listed}>
      <summary>{title}</summary>
      <ul>
        {items.slice(0, SHOWN_MAX).map(({ at, text, detail }, n) => (
          <li key={n}>
            <b>{atInWords(at)}</b> {text}{' '}
            {detail !== undefined && <bdi className={styles.quiet}>{detail}</bdi>}
          </li>
        ))}
        {more > 0 && (
          <li>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
    </details>
  );
}

/** What stays in the other app, with how much of it there is. */
export function NotTakenList({ notTaken }: { notTaken: Understood['notTaken'] }) {
  const { missingPhotos = 0, ...staying } = notTaken;
  const kinds = Object.entries(staying).filter(([, count]) => count > 0) as [NotTaken, number][];
  if (kinds.length === 0 && missingPhotos === 0) return null;
  return (
    <section className={styles.section}>
      <h2>
        <Trans>What is left behind</Trans>
      </h2>
      {kinds.length > 0 && (
        <>
          <ul className={styles.not}>
            {kinds.map(([kind, count]) => (
              <li key={kind}>{notTakenInWords(kind, count)}</li>
            ))}
          </ul>
          <p className={styles.quiet}>
            <Trans>They stay in the file, so keep it.</Trans>
          </p>
        </>
      )}
      {missingPhotos > 0 && <p className={styles.quiet}>{notTakenInWords('missingPhotos', missingPhotos)}</p>}
    </section>
  );
}
