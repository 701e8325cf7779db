/** What the line of a text with formatting is. Undefined: a paragraph or a heading. */
export type LineKind = 'bullet' | 'number' | 'checked' | 'unchecked' | 'quote' | undefined;

const SIGNS = { bullet: '- ', checked: '- [x] ', unchecked: '- [ ] ', quote: '> ' } as const;

/** More levels than a list has. */
const LEVELS_MAX = 20;

/** Says how the lines of lists and quotes begin, from the first to the last. Each list has its own numbers, on each level. */
export class LineBeginnings {
  private numbers: number[] = [];

  /** @param level from 0 */
  of(kind: LineKind, level = 0): string {
    if (kind === undefined || kind === 'quote') {
      this.numbers = [];
      return kind ? SIGNS[kind] : '';
    }
    const depth = Math.min(Math.max(Math.trunc(level), 0), LEVELS_MAX);
    const count = kind === 'number' ? (this.numbers[depth] ?? 0) + 1 : 0;
    // A line ends the lists that are deeper than it.
    this.numbers = Array.from({ length: depth + 1 }, (_, n) =>
      n === depth ? count : (this.numbers[n] ?? 0),
    );
    return '  '.repeat(depth) + (kind === 'number' ? `${count}. ` : SIGNS[kind]);
  }
}
