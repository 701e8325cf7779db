/**
 * Writes text at the end of a text area, as if it was typed: what is there stays, the form and its draft follow, and the
 * browser's undo takes it back. Does nothing if the text is there already. The cursor is then on the first empty line of
 * the text, or behind it.
 */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  const written = area.value.trimEnd();
  if (written.includes(text.trim())) return;
  const gap = written === '' ? '' : '\n\n';
  area.setSelectionRange(written.length, area.value.length);
  if (!typed(gap + text)) {
    area.setRangeText(gap + text, written.length, area.value.length, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const room = text.indexOf('\n\n');
  const cursor = written.length + gap.length + (room === -1 ? text.length : room + 1);
  area.setSelectionRange(cursor, cursor);
}

/** Nothing else that a page can do is part of the browser's undo. False if the browser does not do it. */
function typed(text: string): boolean {
  const { execCommand } = document as {
    execCommand?: (command: string, ui: boolean, text: string) => boolean;
  };
  return execCommand?.call(document, 'insertText', false, text) ?? false;
}
