import { createContext, use, type ReactNode } from 'react';
import styles from './page-head.module.css';

/** What the frame shows below the title of every page. */
export const BelowHead = createContext<ReactNode>(null);

/** A page's title, shown and set on the document, and the text below it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  const belowHead = use(BelowHead);
  return (
    <>
      <header className={styles.head}>
        <DocumentTitle>{title}</DocumentTitle>
        <h1 className={styles.title}>{title}</h1>
        {children && <p className={styles.intro}>{children}</p>}
      </header>
      {belowHead}
    </>
  );
}

export function DocumentTitle({ children }: { children?: string }) {
  return <title>{children ? `${children} · Inner Weather` : 'Inner Weather'}</title>;
}
