import ReactMarkdown, { type Components } from 'react-markdown';
import styles from './markdown.module.css';

/**
 * A model's words, which may carry what somebody put into a journal: no HTML (react-markdown leaves it out),
 * nothing loaded (a picture becomes its description), and a link says where it leads before it is followed.
 */
const COMPONENTS: Components = {
  img: ({ alt }) => (alt ? <em>{alt}</em> : null),
  a: ({ href, children }) => {
    if (!href || !/^https?:\/\//i.test(href)) return <span>{children}</span>;
    return (
      <>
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
        {!hasText(children, href) && <span className={styles.where}> ({hostOf(href)})</span>}
      </>
    );
  },
  // The page's own title is the only first-level heading, and the card's the only second-level one.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
};

export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown skipHtml components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

function hasText(children: unknown, href: string): boolean {
  return children === href;
}

function hostOf(href: string): string {
  try {
    return new URL(href).host;
  } catch {
    return href;
  }
}
