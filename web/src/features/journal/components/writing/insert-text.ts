import type { Change } from '../fields/text-form';

/**
 * Writes text at the end of a text area, as if it was typed: what is there stays, the form and its draft follow, and the
 * browser's undo takes it back. Does nothing if the text is there already, in lines of its own. The cursor is then on the first empty line of
 * the text, or behind it.
 */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  const written = area.value.trimEnd();
  if (`\n${written}\n`.includes(`\n${text.trim()}\n`)) return area.focus();
  const gap = written === '' ? '' : '\n\n';
  const room = text.indexOf('\n\n');
  const cursor = written.length + gap.length + (room === -1 ? text.length : room + 1);
  const [from, until] = [written.length, area.value.length];
  replaceText(area, { from, until, insert: gap + text, select: [cursor, cursor] });
}

/** Replaces a part of the text in the same way, and selects another one. */
export function replaceText(area: HTMLTextAreaElement, { from, until, insert, select }: Change): void {
  area.focus();
  area.setSelectionRange(from, until);
  const isSame = insert === '' && from === until;
  if (!isSame && !typed(insert)) {
    area.setRangeText(insert, from, until, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

/** Nothing else that a page can do is part of the browser's undo. False if the browser does not do it. */
function typed(text: string): boolean {
  const { execCommand } = document as {
    execCommand?: (command: string, ui: boolean, text: string) => boolean;
  };
  return execCommand?.call(document, text === '' ? 'delete' : 'insertText', false, text) ?? false;
}
