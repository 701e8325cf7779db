import type { ReactNode } from 'react';
import styles from './section.module.css';

/** The id of a section's heading. It derives from the title, which is unique on a page. */
export const idOfSection = (title: string): string =>
  `section-${title.toLowerCase().replace(/[^a-z]+/g, '-')}`;

/** A section of a page: a heading, a short text, and the contents. */
export function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = idOfSection(title);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title} tabIndex={-1}>
        {title}
      </h2>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  );
}
