import { t } from '@lingui/core/macro';
import type { WordSearch } from '@inner-weather/domain/text/word-search';
import { createContext, use, useEffect, useMemo, useRef } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { cn } from '../../lib/cn';
import { isOfFace, keepWritten, type Node } from './keep-written';
import { useWordSearch } from './marked-text';
import marks from './marked-text.module.css';
import styles from './markdown.module.css';
import { OutsideLink } from './outside-link';

/**
 * What people do not mean as Markdown: indents as code, a line under a paragraph as a heading, HTML, most backslashes,
 * references and footnotes. Pictures are never loaded from elsewhere, and a small text can be a table of a million cells.
 */
const NOT_MEANT = [
  'codeIndented',
  'setextUnderline',
  'htmlFlow',
  'htmlText',
  'characterReference',
  'characterEscape',
  'hardBreakEscape',
  'table',
  'definition',
  'labelStartImage',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];

/** A place in a text, as micromark names it: the code of a character, negative or null for the ends of lines and of the text. */
type Code = number | null;
type Step = (code: Code) => Step | undefined;
interface Effects {
  enter: (type: string) => void;
  consume: (code: Code) => void;
  exit: (type: string) => void;
}

/**
 * The signs that have a form here, each with what may stand before its backslash: `C:\*.txt`, `/\_/` and `¯\_(ツ)_/¯` are
 * meant as they are.
 */
const ESCAPABLE: [signs: string, after: RegExp][] = [
  ['*_~`[]', /^[^:/\\]?$/],
  ['#>-', /^\s?$/],
  ['.)', /^\d$/],
];

/** `\#` at the beginning of a line begins no heading, and is shown without its backslash. Importers write that. */
const ESCAPE = {
  name: 'escapeOfForm',
  tokenize(this: { previous: Code }, effects: Effects, ok: Step, nok: Step): Step {
    const before = (this.previous ?? 0) > 0 ? String.fromCodePoint(this.previous ?? 0) : '';
    const isEscaped = (code: Code) =>
      code !== null &&
      code > 0 &&
      !isOfFace(before) &&
      ESCAPABLE.some(([signs, after]) => signs.includes(String.fromCodePoint(code)) && after.test(before));
    return (backslash) => {
      effects.enter('characterEscape');
      effects.enter('escapeMarker');
      effects.consume(backslash);
      effects.exit('escapeMarker');
      return (code) => {
        if (!isEscaped(code)) return nok(code);
        effects.enter('characterEscapeValue');
        effects.consume(code);
        effects.exit('characterEscapeValue');
        effects.exit('characterEscape');
        return ok;
      };
    };
  },
};

function asPeopleWrite(this: { data: () => { micromarkExtensions?: object[] } }) {
  const data = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: NOT_MEANT }, text: { ['\\'.charCodeAt(0)]: ESCAPE } },
  ];
  return (tree: Node, file: { value: unknown }) => keepWritten(tree, String(file.value));
}

/** Marks what was searched, and says of each check where it stands in the text. */
const forReaders = (search: WordSearch | undefined) => () => (tree: Node) => {
  const visit = (node: Node, check: number | undefined): void => {
    node.children = node.children?.flatMap((child) => {
      if (child.type === 'text' && search) return markedIn(child.value ?? '', search);
      const isCheck =
        child.tagName === 'li' && String(child.properties?.className).includes('task-list-item');
      if (child.tagName === 'input') child.properties = { ...child.properties, dataAt: check };
      visit(child, isCheck ? child.position?.start.offset : check);
      return [child];
    });
  };
  visit(tree, undefined);
};

function markedIn(text: string, search: WordSearch): Node[] {
  const found = search.marksIn(text);
  const parts = found.flatMap(([from, until], index) => [
    { type: 'text', value: text.slice(found[index - 1]?.[1] ?? 0, from) },
    {
      type: 'element',
      tagName: 'mark',
      properties: { className: [marks.mark] },
      children: [{ type: 'text', value: text.slice(from, until) }],
    },
  ]);
  return [...parts, { type: 'text', value: text.slice(found.at(-1)?.[1] ?? 0) }];
}

/** The text with the check that begins at a place ticked, or not any more. */
export const withTick = (text: string, at: number): string =>
  text.slice(0, at) +
  text.slice(at).replace(/\[([\s xX])\]/, (_, tick: string) => (/x/i.test(tick) ? '[ ]' : '[x]'));

const PLUGINS = [[remarkGfm, { singleTilde: false }], asPeopleWrite] as Options['remarkPlugins'];

/** Ticks the check that begins at a place. */
const Ticking = createContext<((at: number) => void) | undefined>(undefined);

/** Always the same functions: with others, React would replace a check that has the focus. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  // Pages have headings of the first two levels.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h5: ({ children }) => <h4>{children}</h4>,
  h6: ({ children }) => <h4>{children}</h4>,
  input: Check,
};

function Check({ checked, node }: { checked?: boolean; node?: unknown }) {
  const tick = use(Ticking);
  const at = (node as Node | undefined)?.properties?.dataAt;
  return (
    <input
      type="checkbox"
      className={styles.check}
      checked={checked === true}
      disabled={!tick}
      aria-label={checked ? t`Done` : t`To do`}
      onChange={() => typeof at === 'number' && tick?.(at)}
    />
  );
}

/** Ticks checks one after another, also before the text shows the one before. */
function useTicks(text: string, onTick: ((text: string) => void) | undefined) {
  /** The texts that were made, the latest last. */
  const made = useRef<string[]>([]);
  useEffect(() => {
    const latest = made.current.at(-1);
    if (text === latest || !made.current.includes(text)) made.current = [];
  }, [text]);
  return (
    onTick &&
    ((at: number) => {
      const next = withTick(made.current.at(-1) ?? text, at);
      made.current.push(next);
      onTick(next);
    })
  );
}

interface FormedWordsProps {
  text: string;
  searched: string;
  className: string | undefined;
  onTick: ((text: string) => void) | undefined;
}

export default function FormedWords({ text, searched, className, onTick }: FormedWordsProps) {
  const search = useWordSearch(searched);
  const tick = useTicks(text, onTick);
  const readers = useMemo(() => [forReaders(search)] as Options['rehypePlugins'], [search]);
  return (
    <div className={cn(styles.markdown, styles.written, className)}>
      <Ticking value={tick}>
        <ReactMarkdown skipHtml remarkPlugins={PLUGINS} rehypePlugins={readers} components={COMPONENTS}>
          {text}
        </ReactMarkdown>
      </Ticking>
    </div>
  );
}
