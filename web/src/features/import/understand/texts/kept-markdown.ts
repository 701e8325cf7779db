/*
 * Markdown as the journal shows it: components/words/formed-words.tsx. Headings, bold, lists, quotes, code and links keep
 * their marks. Forms that the journal does not show are words: underlined headings, highlights, pictures and links that lead
 * nowhere. What was escaped stays so where it would become a form otherwise.
 *
 * A parser of Markdown gives a tree from which lists and line breaks would have to be written anew, and takes a time that
 * grows with the square of a hostile text. Everything here looks at each character a bounded number of times.
 */

const HEADING = /^((?:[ \t]*>)*[ \t]*#{1,6})(?:[ \t]+([^\n]*))?$/;
const UNDERLINE = /^ {0,3}={2,}[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
/** What begins on a line of its own, so that no bold goes on into it. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|^[ \t]*>/;

/** Markdown with the forms that the journal shows, and no others. */
export function keptMarkdown(markdown: string): string {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const kept: string[] = [];
  let paragraph: string[] = [];
  const close = () => {
    if (paragraph.length > 0) kept.push(withKnownForms(paragraph.join('\n')));
    paragraph = [];
  };
  const fences = fencesIn(lines);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const end = fences.get(index);
    if (end !== undefined) {
      close();
      // The language of code would be words.
      const { mark = '' } = FENCE.exec(line)?.groups ?? {};
      kept.push(mark, ...lines.slice(index + 1, end), lines[end] ?? '');
      index = end;
      continue;
    }
    if (UNDERLINE.test(line) && paragraph.length > 0) {
      paragraph.push(`# ${paragraph.pop()?.trim()}`);
      close();
      continue;
    }
    const [heading, before = '', words = ''] = HEADING.exec(line) ?? [];
    const isAlone = heading !== undefined || line.trim() === '' || RULE.test(line);
    if (isAlone || ITEM.test(line)) close();
    if (heading !== undefined) kept.push(`${before} ${withKnownForms(withoutClosing(words))}`.trimEnd());
    else if (isAlone) kept.push(line);
    else paragraph.push(line);
  }
  close();
  return kept.join('\n');
}

/** A heading may end as it begins: `## Rain ##`. */
function withoutClosing(heading: string): string {
  const words = heading.trimEnd();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return end === 0 || /\s/.test(words[end - 1] ?? '') ? words.slice(0, end).trimEnd() : words;
}

/** The first group has the sign with what stands before it. */
const FENCE = /^(?<mark>[ \t>]*(```+|~~~+))(.*)$/;

/** Blocks of code between two fences: the first and the last line of each. A fence without an end is none. */
export function fencesIn(lines: readonly string[]): Map<number, number> {
  const fences = new Map<number, number>();
  let open: { index: number; mark: string } | undefined;
  lines.forEach((line, index) => {
    const [, , mark, rest = ''] = FENCE.exec(line) ?? [];
    if (mark === undefined) return;
    if (open && mark.startsWith(open.mark) && rest.trim() === '') {
      fences.set(open.index, index);
      open = undefined;
    } else if (!open && !rest.includes('`')) open = { index, mark };
  });
  return fences;
}

/** The words of a link, and its address if it leads into the web and is not what the words say. */
export function linkInWords(words: string, address: string): string {
  if (words.trim() === '') return address;
  const isShown = /^(?:https?|mailto|tel):/i.test(address) && nakedAddress(words) !== nakedAddress(address);
  return isShown ? `${words} (${address})` : words;
}

const nakedAddress = (address: string): string =>
  address
    .trim()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '');

const SPECIAL = /\\|`+|<|!?\[|\]|=+|https?:\/\//gi;
/** A bare address, in which nothing is a mark. Signs at its end do not belong to it. */
const ADDRESS = /https?:\/\/[^\s<>*\]]*[^\s<>*\]_~=.,;:!?)'"]/iy;
const IN_ANGLES = /<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]{1,100}@[^\s<>@]{1,200})>/iy;
const TARGET =
  /\(\s{0,9}(?:<([^<>\n]*)>|((?:\\\S|[^\s()<>\\])*(?:\((?:\\\S|[^\s()<>\\])*\)(?:\\\S|[^\s()<>\\])*)*))(?:\s{1,9}(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s{0,9}\)/y;
/** Characters of a link's words that are compared with its address. */
const LINK_MAX = 500;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** A paragraph with the forms of letters, links and code that the journal shows. */
function withKnownForms(text: string): string {
  const pieces: string[] = [];
  /** Where the `==` are that may begin something. */
  const highlights: number[] = [];
  const brackets: { piece: number; from: number }[] = [];
  const codeEnds = backticksIn(text);
  const isForm = formsIn(text);
  let from = 0;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(text); found; found = SPECIAL.exec(text)) {
    const [sign] = found;
    const at = found.index;
    let end = at + sign.length;
    pieces.push(text.slice(from, at));
    if (sign === '\\') {
      const next = text[at + 1] ?? '';
      if (/[!-/:-@[-`{-~]/.test(next)) [end] = [at + 2, pieces.push(isForm(at + 1) ? `\\${next}` : next)];
      else if (next !== '\n') pieces.push(sign);
    } else if (sign.startsWith('`')) {
      const close = codeEnds(sign.length, end);
      if (close !== undefined) end = close + sign.length;
      pieces.push(text.slice(at, end));
    } else if (sign === '<') {
      const address = matchAt(IN_ANGLES, text, at);
      pieces.push(address?.[1] ?? sign);
      end = at + (address?.[0].length ?? 1);
    } else if (sign.endsWith('[')) {
      brackets.push({ piece: pieces.length, from: end });
      pieces.push(sign);
    } else if (sign === ']') {
      const begun = brackets.pop();
      const target = begun && text[end] === '(' ? matchAt(TARGET, text, end) : undefined;
      if (begun && target) {
        const isLink = pieces[begun.piece] === '[';
        // A link has no link in it, but a picture may be one.
        if (isLink) brackets.length = 0;
        const words = text.slice(begun.from, Math.min(at, begun.from + LINK_MAX)).replace(ESCAPED, '$1');
        const address = (target[1] ?? target[2] ?? '').replace(ESCAPED, '$1');
        const inWords = linkInWords(words, address).slice(words.trim() === '' ? 0 : words.length);
        const isKept = isLink && inWords.startsWith(' (') && !/[\s<>]/.test(address);
        if (!isKept) pieces[begun.piece] = '';
        pieces.push(isKept ? `](${address})` : inWords);
        end += target[0].length;
      } else pieces.push(sign);
    } else if (/^h/i.test(sign)) {
      const address = matchAt(ADDRESS, text, at)?.[0] ?? sign;
      pieces.push(address);
      end = at + address.length;
    } else if (sign === '==')
      markHighlight(pieces.push(sign) - 1, [text[at - 1], text[end]], highlights, pieces);
    else pieces.push(sign);
    from = SPECIAL.lastIndex = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** What may stand before a sign that begins a line: quotes and the beginning of an item. At most so many characters. */
const LINE_START = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/;
const LINE_START_MAX = 40;

/** Says whether an escaped sign would have a form without its backslash. Must be asked from left to right. */
function formsIn(text: string): (at: number) => boolean {
  const lastTarget = text.lastIndexOf('](');
  let line = 0;
  let end = text.indexOf('\n');
  return (at) => {
    for (; end !== -1 && end < at; end = text.indexOf('\n', line)) line = end + 1;
    // Without the backslash.
    const before = at - 1 - line <= LINE_START_MAX ? text.slice(line, at - 1) : undefined;
    const isFirst = before !== undefined && LINE_START.test(before);
    const [previous = ' ', next = ' '] = [text[at - 2], text[at + 1]];
    switch (text[at]) {
      case '#':
      case '>':
      case '-':
        return isFirst;
      case '.':
      case ')':
        return before !== undefined && /^[ \t>]*\d{1,9}$/.test(before) && isSpace(next);
      case '*':
        return isFirst || !isSpace(previous) || !isSpace(next);
      case '_':
        return !(isWord(previous) && isWord(next)) && (!isSpace(previous) || !isSpace(next));
      case '~':
        return previous === '~' || next === '~' || (next === '\\' && text[at + 2] === '~');
      case '`':
        return true;
      case '[':
        return lastTarget > at || /^[ xX]\\?\]/.test(text.slice(at + 1, at + 4));
      case ']':
        return next === '(' || lastTarget > at;
      default:
        return false;
    }
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Says where the next run of as many backticks is. Must be asked from left to right. */
function backticksIn(text: string): (length: number, from: number) => number | undefined {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const same = runs.get(run.length);
    if (same) same.push(index);
    else runs.set(run.length, [index]);
  }
  const next = new Map<number, number>();
  return (length, from) => {
    const same = runs.get(length) ?? [];
    let index = next.get(length) ?? 0;
    while ((same[index] ?? Infinity) < from) index += 1;
    next.set(length, index);
    return same[index];
  };
}

/** Letters and digits of scripts that have blanks between words. */
const isWord = (character = ''): boolean =>
  /[\p{L}\p{N}]/u.test(character) &&
  !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(character);
const isSpace = (character = ' '): boolean => /\s/.test(character);

/** Removes the signs around highlighted letters, which the journal does not show. `a==b` has none. */
function markHighlight(
  piece: number,
  [before, after]: [string | undefined, string | undefined],
  begun: number[],
  pieces: string[],
): void {
  if (isWord(before) && isWord(after)) return;
  const begin = isSpace(before) ? undefined : begun.pop();
  if (begin !== undefined) pieces[begin] = pieces[piece] = '';
  else if (!isSpace(after)) begun.push(piece);
}
