/*
 * Gives words a form: headings, bold, lists, checks, quotes and links, as Markdown that stays in the text. Pure functions of
 * a text and what is selected in it, so that the same buttons take a form back.
 */

export interface Selected {
  text: string;
  from: number;
  until: number;
}

/** `insert` replaces the text between `from` and `until`, and what is selected then. */
export interface Change extends Omit<Selected, 'text'> {
  insert: string;
  select: [from: number, until: number];
}

export const LINE_FORMS = { heading: '## ', list: '- ', check: '- [ ] ', quote: '> ' } as const;
export type LineForm = keyof typeof LINE_FORMS;

/** What a line begins with if it has a form. */
const ANY = /^(?:#{1,6} |[-*] \[[ xX]\] |[-*] |\d{1,9}[.)] |> )/;
const OF: Record<LineForm, RegExp> = {
  heading: /^#{1,6} /,
  list: /^[-*] (?!\[[ xX]\] )/,
  check: /^[-*] \[[ xX]\] /,
  quote: /^> /,
};

const lineStart = (text: string, at: number): number => text.slice(0, at).lastIndexOf('\n') + 1;

/** Gives all selected lines a form, or takes it from them if all have it. */
export function withLineForm({ text, from, until }: Selected, form: LineForm): Change {
  const start = lineStart(text, from);
  const next = text.indexOf('\n', until);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const haveIt = lines.every((line) => OF[form].test(line));
  const insert = lines.map((line) => (haveIt ? '' : LINE_FORMS[form]) + line.replace(ANY, '')).join('\n');
  const select: Change['select'] =
    from === until
      ? [
          Math.max(start, until + insert.length - (end - start)),
          Math.max(start, until + insert.length - (end - start)),
        ]
      : [start, start + insert.length];
  return { from: start, until: end, insert, select };
}

/** Puts marks around what is selected, or takes them away: `**` for bold, `*` for emphasis. */
export function withMarks({ text, from, until }: Selected, mark: '**' | '*'): Change {
  const selected = text.slice(from, until);
  const isOf = (inside: string) =>
    inside.startsWith(mark) && inside.endsWith(mark) && inside.length > 2 * mark.length;
  const size = mark.length;
  // `*` inside `**` is not the mark of emphasis.
  const around = text.slice(from - size, from) === mark && text.slice(until, until + size) === mark;
  const isOther = mark === '*' && text.slice(from - 2, from) === '**' && text.slice(from - 3, from) !== '***';
  if (around && !isOther)
    return { from: from - size, until: until + size, insert: selected, select: [from - size, until - size] };
  // At their end, the same key leads out of them.
  if (from === until && text.slice(until, until + size) === mark && text[until - 1] !== '*')
    return { from, until, insert: '', select: [until + size, until + size] };
  if (isOf(selected) && !(mark === '*' && selected.startsWith('**') && !selected.startsWith('***'))) {
    const inner = selected.slice(size, -size);
    return { from, until, insert: inner, select: [from, from + inner.length] };
  }
  // Blanks beside a mark would make it none.
  const inner = selected.trim();
  const before = selected.slice(0, selected.length - selected.trimStart().length);
  const after = inner === '' ? '' : selected.slice(before.length + inner.length);
  const begin = from + (inner === '' ? selected.length : before.length) + size;
  return {
    from,
    until,
    insert: inner === '' ? selected + mark + mark : before + mark + inner + mark + after,
    select: [begin, begin + inner.length],
  };
}

/** Makes a link of what is selected, with its address to be written next. A selected address is one already. */
export function withLink({ text, from, until }: Selected): Change {
  const selected = text.slice(from, until);
  if (/^https?:\/\/\S+$/.test(selected)) {
    const insert = `[](${selected})`;
    return { from, until, insert, select: [from + 1, from + 1] };
  }
  const insert = `[${selected}](https://)`;
  const address = from + selected.length + 3;
  return selected === ''
    ? { from, until, insert, select: [from + 1, from + 1] }
    : { from, until, insert, select: [address, address + 'https://'.length] };
}

/**
 * Enter in a list, a list of checks or a quote: the next line begins likewise, and an empty one ends the list.
 * @returns undefined if Enter does what it always does
 */
export function withNextLine({ text, from, until }: Selected): Change | undefined {
  if (from !== until) return undefined;
  const start = lineStart(text, from);
  const line = text.slice(start, from);
  const [, indent = '', marker = ''] = /^([ \t]*)([-*] \[[ xX]\] |[-*] |\d{1,9}[.)] |> )/.exec(line) ?? [];
  if (marker === '') return undefined;
  // `3. May` is a date, unless the line above is the second item.
  const number = Number.parseInt(marker, 10);
  const above = text.slice(lineStart(text, start - 1), Math.max(0, start - 1));
  if (number > 1 && Number.parseInt(above.trim(), 10) !== number - 1) return undefined;
  if (line.length === indent.length + marker.length && /^(?:\n|$)/.test(text.slice(from)))
    return { from: start, until: from, insert: '', select: [start, start] };
  const next = marker.replace(/[xX]/, ' ').replace(/^\d+/, (number) => String(Number(number) + 1));
  const insert = `\n${indent}${next}`;
  return { from, until, insert, select: [from + insert.length, from + insert.length] };
}
