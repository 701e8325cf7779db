import { createContext, use, useId, type ReactNode } from 'react';
import styles from './section.module.css';

interface Fold {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Around a section that can be folded. */
export const Folding = createContext<Fold | undefined>(undefined);

/** A section of a page: a heading, a short text, and the contents. */
export function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId();
  const fold = use(Folding);
  const heading = (
    <h2 id={id} className={styles.title} tabIndex={-1}>
      {title}
    </h2>
  );
  const contents = (
    <>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </>
  );
  return (
    <section aria-labelledby={id}>
      {fold ? (
        <details open={fold.isOpen} onToggle={({ currentTarget }) => fold.onToggle(currentTarget.open)}>
          <summary className={styles.summary}>{heading}</summary>
          {contents}
        </details>
      ) : (
        <>
          {heading}
          {contents}
        </>
      )}
    </section>
  );
}
