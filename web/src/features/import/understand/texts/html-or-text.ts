import { textOfHtml } from './html';

const TAG =
  /<\/?(?:a|b|big|blockquote|br|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|script|small|span|strike|strong|style|sub|sup|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i;
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/** The words of a note that is HTML in newer versions of an app, and plain text in older ones. Keeps its line breaks. */
export const textOfNote = (note: string): string =>
  TAG.test(note) || REFERENCE.test(note) ? textOfHtml(note.replace(/\r\n?|\n/g, '<br>')) : note;

/** A title above its text. */
export const withTitle = (title: string, text: string): string =>
  [title.trim(), text.trim()].filter((part) => part !== '').join('\n\n');
