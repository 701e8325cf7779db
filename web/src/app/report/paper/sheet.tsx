import { t } from '@lingui/core/macro';
import type { ReactNode, Ref } from 'react';
import { useWidth } from '../../../charts/use-width';
import type { Choices } from '../choices';
import styles from '../report.module.css';
import { usePageRules } from '../use-page-rules';

/** The widths of the papers, in pixels of CSS. */
const WIDTHS: Record<Choices['paper'], number> = { a4: 794, letter: 816 };

interface SheetProps {
  paper: Choices['paper'];
  /** Below each printed page. */
  title: string;
  /** '' for a paper that does not say who wrote it. */
  author: string;
  children: ReactNode;
  ref: Ref<HTMLElement>;
}

/** The paper. On the screen it is one long page, as small as it has to be; what is printed are the same elements. */
export function Sheet({ paper, title, author, children, ref }: SheetProps) {
  const [frame, width] = useWidth<HTMLDivElement>();
  usePageRules(paper, title);
  return (
    <div ref={frame} className={styles.frame}>
      <article
        ref={ref}
        className={styles.sheet}
        data-paper={paper}
        aria-label={t`The page as it will be printed`}
        style={{ '--zoom': Math.min(1, width / WIDTHS[paper]) } as Record<string, number>}
      >
        {children}
        <footer className={styles.foot}>
          {author
            ? t`Written by ${author} in Inner Weather. Counted, not diagnosed.`
            : t`Written in Inner Weather. Counted, not diagnosed.`}
        </footer>
      </article>
    </div>
  );
}
