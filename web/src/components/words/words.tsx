import { Component, lazy, type ReactNode, Suspense } from 'react';
import { cn } from '../../lib/cn';
import { MarkedText, useMarks } from './marked-text';
import styles from './words.module.css';

const FormedWords = lazy(() => import('./formed-words'));

/** Quotes and lists within each other, so deep that nobody means them. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){20}/m;

/**
 * Whether words may have a form: headings, lists, quotes, lines, bold, code or links. Most words have none, and need no code
 * for it.
 */
export const mayHaveForm = (text: string): boolean =>
  !TOO_DEEP.test(text) &&
  (/^[ \t]*(?:#{1,6}[ \t]|>|[-*][ \t]|\d{1,9}\\?[.)][ \t]|\\[#>-]|(?:---|\*\*\*|___|```|~~~))/m.test(text) ||
    /[*_~`]|https?:\/\/|www\.|\]\(|\\[[\]]/i.test(text));

interface WordsProps {
  text: string;
  /** The searched words, which are marked in the text. */
  searched?: string;
  className?: string | undefined;
  /** Called with the new text if a check is ticked. Without it, checks are only shown. */
  onTick?: (text: string) => void;
}

/** The words of an entry, in the form that they were given: a little Markdown, no HTML, no pictures. */
export function Words({ text, searched = '', className, onTick }: WordsProps) {
  const plain = <PlainWords text={text} searched={searched} className={className} />;
  if (!mayHaveForm(text)) return plain;
  return (
    <OrPlain plain={plain}>
      <Suspense fallback={plain}>
        <FormedWords text={text} searched={searched} className={className} onTick={onTick} />
      </Suspense>
    </OrPlain>
  );
}

interface OrPlainProps {
  plain: ReactNode;
  children: ReactNode;
}

/** Words that cannot be formed, or whose code cannot be fetched, are shown as they are. */
class OrPlain extends Component<OrPlainProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.plain : this.props.children;
  }
}

function PlainWords({
  text,
  searched,
  className,
}: Required<Pick<WordsProps, 'text' | 'searched'>> & WordsProps) {
  const marks = useMarks(text, searched);
  return (
    <p className={cn(styles.plain, className)}>
      <MarkedText text={text} marks={marks} />
    </p>
  );
}
