import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { locale } from '../../../../lib/language/language';
import { OutsideLink } from '../../../../components/words/outside-link';
import styles from '../../../../components/words/markdown.module.css';

/**
 * Components for a model's answer, which may repeat anything from a journal. HTML is removed (by react-markdown), pictures
 * are replaced by their descriptions so that nothing is loaded, and each link shows its target.
 */
const componentsFor = (cited: number): Components => ({
  img: ({ alt }) => (alt ? <em>{alt}</em> : null),
  a: ({ href, children }) => {
    // The server writes these links to the entries that are listed below the text.
    const number = /^#entry-(\d{1,2})$/.exec(href ?? '')?.[1];
    if (number && Number(number) >= 1 && Number(number) <= cited) {
      const shown = Number(number).toLocaleString(locale());
      return (
        <a href={href} className={styles.cited} aria-label={t`entry ${shown}, listed below`}>
          {shown}
        </a>
      );
    }
    return <OutsideLink href={href}>{children}</OutsideLink>;
  },
  // The page's own title is the only first-level heading, and the card's the only second-level one.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  // A wide table scrolls in its own frame, which the keyboard can reach.
  table: ({ children }) => (
    <div className={styles.frame} role="group" aria-label={t`Table`} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
});

interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
}

/** Models write `<br>` in table cells, where Markdown has no line break. No other HTML has an effect. */
function breakLines() {
  const visit = (node: MarkdownNode): void => {
    node.children = node.children?.map((child) => {
      visit(child);
      const isBreak = child.type === 'html' && /^<br\s*\/?>$/i.test(child.value ?? '');
      return isBreak ? { type: 'break' } : child;
    });
  };
  return visit;
}

/** People and models use a single tilde for "about", so only double tildes strike out. */
const PLUGINS: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }], breakLines];

/** @param cited how many entries are listed below the text, to which it may link */
export function Markdown({ text, cited = 0 }: { text: string; cited?: number }) {
  const components = useMemo(() => componentsFor(cited), [cited]);
  return (
    <div className={styles.markdown} dir="auto">
      <ReactMarkdown skipHtml remarkPlugins={PLUGINS} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
