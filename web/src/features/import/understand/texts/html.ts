import { linkInWords } from './kept-markdown';
import { parseHtml } from './parse-html';

/** What begins on a line of its own, and what ends one paragraph and begins the next. */
const LINES = new Set(['div', 'li', 'tr', 'ul', 'ol', 'table', 'section', 'article', 'dt', 'dd']);
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr']);
const CELLS = new Set(['td', 'th']);
/** Elements whose contents are no words. */
const HIDDEN = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'iframe',
  'object',
  'noscript',
  'svg',
]);

/** Styles of what is not shown, and of what Evernote writes for versions of it that know no tasks. */
const UNSEEN = /\bdisplay:\s*none\b|--en-task-group:\s*true\b/i;

/** Around what is quoted. Noncharacters, which no text contains. */
const [QUOTE, QUOTED] = ['\ufdd3', '\ufdd4'];

/** What stands in place of elements with these names, and of all that is in them. */
export type StandIns = Readonly<Record<string, (attributes: Record<string, string>) => string>>;

/**
 * The words of HTML as plain text: entities are characters, `<br>` and blocks are line breaks, items of lists begin with
 * `- `, `1. ` or `- [x] `, lines of quotes with `> `, and cells of one line are in a row. Depth does not matter, since
 * nothing is nested here.
 */
export function textOfHtml(html: string, standIns: StandIns = {}): string {
  // Joined at the end, because searching the end of a text that grows takes a time that grows with its square.
  const pieces: string[] = [];
  let hidden = 0;
  let quotes = 0;
  /** The open elements whose line breaks count. */
  let code = 0;
  /** The open elements, and how many there were before the one that is not shown. */
  let depth = 0;
  let unseenFrom = Infinity;
  /** The line breaks at the end. Nothing needs to be separated from the beginning. */
  let breaks = Infinity;
  /** Where the words of the open link begin, and its address. */
  let link: { from: number; address: string } | undefined;
  /** The number of the last item of each open list; NaN for bullets. */
  const lists: number[] = [];
  const lineBreaks = (count: number) => {
    for (; breaks < count; breaks += 1) pieces.push('\n');
  };
  /** Where the last cell of the row begins; undefined before the first one. */
  let cellFrom: number | undefined;
  const beginCell = () => {
    let end = pieces.length;
    while (end > (cellFrom ?? end) && pieces[end - 1]?.trim() === '') end -= 1;
    // What lies in a cell may be a whole page, too.
    const isOneLine =
      cellFrom !== undefined && !pieces.slice(cellFrom, end).some((piece) => piece.includes('\n'));
    if (isOneLine) pieces.length = end;
    if (isOneLine || breaks === 0) pieces.push(' ');
    cellFrom = pieces.length;
    breaks = Infinity;
  };
  const hides = (name: string) => HIDDEN.has(name) || Object.hasOwn(standIns, name);
  const markOfItem = (attributes: Record<string, string>): string => {
    const number = (lists.pop() ?? NaN) + 1;
    lists.push(number);
    const checked =
      /--en-checked:\s*(true|false)/.exec(attributes.style ?? '')?.[1] ?? attributes['data-checked'];
    return checkOf(checked) ?? (number > 0 ? `${number}. ` : '- ');
  };
  parseHtml(
    html,
    {
      onOpenTag(name, attributes) {
        if (name === 'br') lineBreaks(breaks + 1);
        else if (PARAGRAPHS.has(name)) lineBreaks(2);
        else if (LINES.has(name)) lineBreaks(1);
        if (name === 'tr') cellFrom = undefined;
        if (name === 'pre') code += 1;
        depth += 1;
        if (unseenFrom === Infinity && UNSEEN.test(attributes.style ?? '')) {
          unseenFrom = depth;
          hidden += 1;
        }
        if (hides(name)) hidden += 1;
        const standIn = hidden === 1 && Object.hasOwn(standIns, name) ? standIns[name]?.(attributes) : '';
        if (standIn) {
          pieces.push(standIn);
          breaks = 0;
        }
        if (hidden > 0) return;
        if (name === 'a') link = { from: pieces.length, address: attributes.href ?? '' };
        if (name === 'ol' || name === 'ul') lists.push(name === 'ol' ? 0 : NaN);
        if (name === 'blockquote') {
          pieces.push(QUOTE);
          quotes += 1;
        }
        if (name === 'li') {
          pieces.push(markOfItem(attributes));
          // A paragraph in an item begins beside its mark.
          breaks = Infinity;
        }
        if (name === 'en-todo') {
          if (pieces.at(-1) === '- ') pieces.pop();
          lineBreaks(1);
          pieces.push(checkOf(attributes.checked ?? 'false') ?? '');
          breaks = 0;
        }
        if (CELLS.has(name)) beginCell();
      },
      onText(words) {
        if (hidden > 0) return;
        const text = code > 0 ? words.replace(/\r\n?/g, '\n') : words.replace(/[\n\r\t ]+/g, ' ');
        if (/[^ \n]/.test(text)) breaks = 0;
        pieces.push(text);
      },
      onCloseTag(name) {
        const isShown = hidden === 0;
        if (isShown && name === 'a' && link) {
          const words = pieces.slice(link.from).join('');
          if (words.trim() !== '') pieces.push(linkInWords(words, link.address).slice(words.length));
          link = undefined;
        }
        if (depth === unseenFrom) {
          hidden = Math.max(0, hidden - 1);
          unseenFrom = Infinity;
        }
        depth -= 1;
        if (hides(name)) hidden = Math.max(0, hidden - 1);
        if (isShown && name === 'blockquote') {
          pieces.push(QUOTED);
          quotes -= 1;
        }
        if (isShown && (name === 'ol' || name === 'ul')) lists.pop();
        if ((name === 'li' || CELLS.has(name)) && breaks === Infinity) breaks = 0;
        if (name === 'table') cellFrom = undefined;
        if (name === 'pre') code -= 1;
        if (PARAGRAPHS.has(name)) lineBreaks(2);
        else if (LINES.has(name)) lineBreaks(1);
      },
      onTooDeep() {
        pieces.push(QUOTED.repeat(quotes));
        lists.length = hidden = depth = quotes = code = 0;
        unseenFrom = Infinity;
      },
    },
    { recognizeSelfClosing: Object.keys(standIns).length > 0 },
  );
  return tidy(pieces.join(''));
}

const checkOf = (checked: string | undefined): string | undefined =>
  checked === undefined ? undefined : checked === 'true' ? '- [x] ' : '- [ ] ';

/** Without blanks around lines and more than one empty line, and with marks before lines of quotes. */
function tidy(text: string): string {
  let quotes = 0;
  const follow = (marks: string) => {
    for (const mark of marks)
      if (mark === QUOTE) quotes += 1;
      else if (mark === QUOTED) quotes = Math.max(0, quotes - 1);
  };
  const lines = text.replaceAll('\u00a0', ' ').split('\n');
  return lines
    .map((line) => {
      const [lead = ''] = /^[\s\ufdd3\ufdd4]*/.exec(line) ?? [];
      follow(lead);
      const words = line.replace(/[\ufdd3\ufdd4]/g, '').trim();
      const isQuoted = quotes > 0 && words !== '';
      follow(line.slice(lead.length));
      return isQuoted ? `> ${words}` : words;
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A text that may contain HTML, such as Markdown, without its scripts and styles. */
export function withoutScripts(text: string): string {
  const opening = /<(script|style)\b[^>]{0,1000}>/gi;
  let kept = '';
  let from = 0;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const closing = new RegExp(`</${open[1]}\\s{0,20}>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    if (!closing.test(text)) break;
    kept += text.slice(from, open.index);
    from = opening.lastIndex = closing.lastIndex;
  }
  return kept + text.slice(from);
}
