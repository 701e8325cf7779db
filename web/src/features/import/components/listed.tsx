import { Plural } from '@lingui/react/macro';
import type { At } from '../understand/understood';
import { atInWords } from '../words';
import styles from './import.module.css';

/** Items that are shown. The report that can be downloaded has all. */
const SHOWN_MAX = 50;

interface Item {
  at: At;
  text: string;
  detail?: string;
}

/** A folded list of places in the file, each with a sentence. Nothing if there are none. */
export function Listed({ title, items }: { title: string; items: Item[] }) {
  if (items.length === 0) return null;
  const more = items.length - SHOWN_MAX;
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
