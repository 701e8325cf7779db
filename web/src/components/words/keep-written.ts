/** A node of the trees of Markdown and of the page, as far as the plugins need them. */
export interface Node {
  type: string;
  value?: string;
  tagName?: string;
  /** Of a link. */
  url?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** The signs on each side of what is emphasized, deleted or code. */
const SIGNS: Partial<Record<string, number>> = { emphasis: 1, strong: 2, delete: 2, inlineCode: 1 };

/** A sign of which faces such as `^_^` and `¯\_(ツ)_/¯` are made; pictures, money and degrees are not. */
const FACE = /(?![\p{Extended_Pictographic}\p{Sc}°®©™])\p{S}/u;
/** The longest face, in UTF-16 units. */
const FACE_MAX = 20;
const LETTER = /[\p{L}\p{N}]/u;

/** Whether a sign after this character belongs to a face. */
export const isOfFace = (character: string): boolean => FACE.test(character);

/**
 * Restores what is not meant as Markdown, so that people see what they typed: each line stays one, `2*3*4` has no
 * emphasis, a list of what speaks for and against keeps its `+`, `3. May` its number, and `(*^_^*)` and `>_<` all of their
 * signs.
 */
export function keepWritten(node: Node, source: string): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return linesOf(child.value ?? '');
    const [from = 0, until = 0] = [child.position?.start.offset, child.position?.end.offset];
    const written = source.slice(from, until);
    if (!isMeantAsBlock(child, written)) return [{ type: 'paragraph', children: linesOf(written) }];
    // `[sleep](bad)` leads nowhere.
    if (child.type === 'link' && written.startsWith('[') && !/^https?:/i.test(child.url ?? ''))
      return linesOf(written);
    keepWritten(child, source);
    const signs = SIGNS[child.type];
    if (signs === undefined || isMeant(child.type, source, [from, until])) return [child];
    if (!child.children) return linesOf(written);
    return [...linesOf(written.slice(0, signs)), ...child.children, ...linesOf(written.slice(-signs))];
  });
}

function isMeantAsBlock(node: Node, written: string): boolean {
  switch (node.type) {
    case 'list':
      return !written.startsWith('+') && isCounted(node, written);
    case 'blockquote':
      // `>_<` and `>:(`
      return !/^>(?:\S{1,3}<|[:;.][^\s\p{L}\p{N}]|:[DPOX]\b)/u.test(written);
    case 'code':
      // A line of tildes ends a part of a day, and what stands behind a fence would be lost.
      return /^(`{3,})[^\s`]*\n[^]*\n[ \t]*\1`*$/.test(written);
    default:
      return true;
  }
}

/** Whether a list with numbers counts from the first one on. */
function isCounted({ children = [], position }: Node, written: string): boolean {
  const start = position?.start.offset ?? 0;
  const numbers = children.map((item) =>
    Number.parseInt(written.slice((item.position?.start.offset ?? 0) - start), 10),
  );
  const [first = NaN] = numbers;
  return Number.isNaN(first) || numbers.every((number, index) => number === first + index);
}

/** Whether the signs of what is emphasized, deleted or code are meant as such. */
function isMeant(type: string, source: string, [from, until]: [number, number]): boolean {
  const signs = SIGNS[type] ?? 0;
  const inner = source.slice(from + signs, until - signs);
  // Two units each, for characters outside the basic plane.
  const before = [...source.slice(Math.max(0, from - 2), from)].at(-1) ?? '';
  const [after = ''] = source.slice(until, until + 2);
  const [first = ''] = inner.slice(0, 2);
  const last = [...inner.slice(-2)].at(-1) ?? '';
  // `┐(´д`)┌ ┐(´д`)┌`
  if (type === 'inlineCode') return !/^\p{Pe}/u.test(inner);
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(inner)) return false;
  if (type === 'emphasis') {
    const isWithinWord = LETTER.test(before) || LETTER.test(after);
    const isOneFace =
      inner.length < FACE_MAX && !/\s/.test(inner) && [...inner].some((one) => one > '~' && isOfFace(one));
    return !isWithinWord && !isOneFace && !isGlued(before, first) && !isGlued(after, last);
  }
  // `f**k this sh**t`
  return !(LETTER.test(before) && LETTER.test(after) && /\s/.test(inner));
}

/** Whether the characters on both sides of a sign make a face with it, as in `^_^` and `-_-`. */
const isGlued = (outside: string, inside: string): boolean =>
  (/[-\\]/.test(outside) || isOfFace(outside)) && !LETTER.test(inside);

const linesOf = (text: string): Node[] =>
  text
    .split('\n')
    .flatMap((value, index) => [...(index > 0 ? [{ type: 'break' }] : []), { type: 'text', value }]);
