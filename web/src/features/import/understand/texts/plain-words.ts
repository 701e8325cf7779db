/*
 * Markdown as plain words. The journal shows what an entry says as it is written, so the marks for headings, bold and the
 * like would stand between the words. Lists, quotes, tables and rules are readable as they are, and stay.
 *
 * A parser of Markdown gives a tree from which lists and line breaks would have to be written anew, and takes a time that
 * grows with the square of a hostile text. Everything here looks at each character a bounded number of times.
 */

const HEADING = /^((?:[ \t]*>)*[ \t]*)#{1,6}(?:[ \t]+([^\n]*))?$/;
const UNDERLINE = /^ {0,3}={2,}[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
/** What begins on a line of its own, so that no bold goes on into it. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|^[ \t]*>/;

/** The words of Markdown without the marks of headings, letters, links and code. */
export function plainWords(markdown: string): string {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const plain: string[] = [];
  let paragraph: string[] = [];
  const close = () => {
    if (paragraph.length > 0) plain.push(withoutMarks(paragraph.join('\n')));
    paragraph = [];
  };
  const fences = fencesIn(lines);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const end = fences.get(index);
    if (end !== undefined) {
      close();
      plain.push(...lines.slice(index + 1, end));
      index = end;
      continue;
    }
    if (UNDERLINE.test(line) && paragraph.length > 0) {
      close();
      continue;
    }
    const [heading, before = '', words = ''] = HEADING.exec(line) ?? [];
    const isAlone = heading !== undefined || line.trim() === '' || RULE.test(line);
    if (isAlone || ITEM.test(line)) close();
    if (heading !== undefined) plain.push(before + withoutMarks(withoutClosing(words)));
    else if (isAlone) plain.push(line);
    else paragraph.push(line);
  }
  close();
  return plain.join('\n');
}

/** A heading may end as it begins: `## Rain ##`. */
function withoutClosing(heading: string): string {
  const words = heading.trimEnd();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return end === 0 || /\s/.test(words[end - 1] ?? '') ? words.slice(0, end).trimEnd() : words;
}

/** Blocks of code between two fences: the first and the last line of each. A fence without an end is none. */
export function fencesIn(lines: readonly string[]): Map<number, number> {
  const fences = new Map<number, number>();
  let open: { index: number; mark: string } | undefined;
  lines.forEach((line, index) => {
    const [, mark, rest = ''] = /^[ \t>]*(```+|~~~+)(.*)$/.exec(line) ?? [];
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

const SPECIAL = /\\|`+|<|!?\[|\]|\*+|_+|~+|=+|https?:\/\//gi;
/** A bare address, in which `_` is no mark. Signs at its end do not belong to it. */
const ADDRESS = /https?:\/\/[^\s<>*\]]*[^\s<>*\]_~=.,;:!?)'"]/iy;
const IN_ANGLES = /<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]{1,100}@[^\s<>@]{1,200})>/iy;
const TARGET =
  /\(\s{0,9}(?:<([^<>\n]*)>|((?:\\\S|[^\s()<>\\])*(?:\((?:\\\S|[^\s()<>\\])*\)(?:\\\S|[^\s()<>\\])*)*))(?:\s{1,9}(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s{0,9}\)/y;
/** Characters of a link's words that are compared with its address. */
const LINK_MAX = 500;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Signs such as `**` that may begin or end bold letters. */
interface Signs {
  sign: string;
  /** Those that no other ones have ended yet. */
  count: number;
  /** Where they are among the pieces. */
  piece: number;
}

/** A paragraph without the marks of letters, links and code. */
function withoutMarks(text: string): string {
  const pieces: string[] = [];
  const open = new Map<string, Signs[]>();
  const brackets: { piece: number; from: number }[] = [];
  const codeEnds = backticksIn(text);
  let from = 0;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(text); found; found = SPECIAL.exec(text)) {
    const [sign] = found;
    const at = found.index;
    let end = at + sign.length;
    pieces.push(text.slice(from, at));
    if (sign === '\\') {
      const next = text[at + 1] ?? '';
      if (/[!-/:-@[-`{-~]/.test(next)) [end] = [at + 2, pieces.push(next)];
      else if (next !== '\n') pieces.push(sign);
    } else if (sign.startsWith('`')) {
      const close = codeEnds(sign.length, end);
      if (close === undefined) pieces.push(sign);
      else {
        pieces.push(codeOf(text.slice(end, close)));
        end = close + sign.length;
      }
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
        // A link has no link in it, but a picture may be one.
        if (pieces[begun.piece] === '[') brackets.length = 0;
        const words = text.slice(begun.from, Math.min(at, begun.from + LINK_MAX)).replace(ESCAPED, '$1');
        const address = (target[1] ?? target[2] ?? '').replace(ESCAPED, '$1');
        pieces[begun.piece] = '';
        pieces.push(linkInWords(words, address).slice(words.trim() === '' ? 0 : words.length));
        end += target[0].length;
      } else pieces.push(sign);
    } else if (/^h/i.test(sign)) {
      const address = matchAt(ADDRESS, text, at)?.[0] ?? sign;
      pieces.push(address);
      end = at + address.length;
    } else markLetters({ sign, piece: pieces.push(sign) - 1 }, [text[at - 1], text[end]], open, pieces);
    from = SPECIAL.lastIndex = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
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

/** A blank on both sides only keeps backticks apart. */
const codeOf = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;

/** Letters and digits of scripts that have blanks between words. */
const isWord = (character = ''): boolean =>
  /[\p{L}\p{N}]/u.test(character) &&
  !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(character);
const isSpace = (character = ' '): boolean => /\s/.test(character);
const isSign = (character = ''): boolean => /[\p{P}\p{S}]/u.test(character);

/**
 * Removes the signs that end bold, italic, struck or highlighted letters, and those that begin them. Signs between words
 * and digits, such as in snake_case and 2*3*4, are kept.
 */
function markLetters(
  { sign, piece }: { sign: string; piece: number },
  [before, after]: [string | undefined, string | undefined],
  open: Map<string, Signs[]>,
  pieces: string[],
): void {
  const kind = sign[0] ?? '';
  const isPair = sign.length >= 2;
  if ((kind === '~' || kind === '=') && sign.length !== 2) return;
  const isWithin = isWord(before) && isWord(after);
  if (isWithin && (!isPair || kind === '=' || kind === '_' || /\d/.test(`${before}${after}`))) return;
  const mayBegin =
    !isSpace(after) &&
    (isPair
      ? kind !== '_' || !isWord(before)
      : !isWord(before) && (!isSign(after) || mayStandBefore(before)));
  const mayEnd = !isSpace(before) && (isPair ? kind !== '_' || !isWord(after) : !isWord(after));
  const begun = open.get(kind) ?? [];
  open.set(kind, begun);
  let count = sign.length;
  while (mayEnd && count > 0) {
    const last = begun.at(-1);
    // One sign does not end two, and two skip one: `**a *b**`.
    if (!last || (count === 1 && last.count === 2)) break;
    if (count === 2 && last.count === 1 && (begun.at(-2)?.count ?? 0) >= 2) {
      begun.pop();
      continue;
    }
    const ended = count >= 2 && last.count >= 2 ? 2 : 1;
    count -= ended;
    last.count -= ended;
    pieces[last.piece] = kind.repeat(last.count);
    if (last.count === 0) begun.pop();
  }
  pieces[piece] = kind.repeat(count);
  if (mayBegin && count > 0) begun.push({ sign, count, piece });
}

/** What stands before signs such as `*` if they begin something with another sign, such as `(*"Rain"*)`. */
const mayStandBefore = (character: string | undefined): boolean =>
  isSpace(character) || /[([{"'“„‘«»¿¡—–*_~=-]/.test(character ?? '');
