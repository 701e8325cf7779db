import { t } from '@lingui/core/macro';
import { Marked } from '../words/marked-text';
import styles from './tag-list.module.css';

/** The tags of an entry, read-only. The searched `words` are marked. */
export function TagList({ tags, words = '' }: { tags: string[]; words?: string }) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag} dir="auto">
          <Marked text={tag} words={words} />
        </li>
      ))}
    </ul>
  );
}
