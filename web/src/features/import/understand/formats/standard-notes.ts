import {
  addAllNotTaken,
  addNotTaken,
  emptyUnderstood,
  isRecord,
  list,
  record,
  text,
  uniqueIds,
} from '../files/reading';
import type { BundleFile, Format } from '../format';
import { ImportFailure, type Understood } from '../understood';
import { textOfHtml } from '../texts/html';
import { linkInWords } from '../texts/kept-markdown';
import { wordsOfMarkdown } from '../texts/markdown-words';
import { mediaMark } from '../texts/media';

/** The decrypted backup of Standard Notes: one JSON file, alone or in its ZIP. */
export const standardNotes: Format = {
  reads: 'one',

  async recognises({ files, isSingle }) {
    return (await backupIn(files, isSingle)) !== undefined;
  },

  async read({ files, isSingle }) {
    const json = await (await backupIn(files, isSingle))?.json();
    if (json === undefined) throw new ImportFailure('cut-off');
    return understoodOf(list(record(json).items));
  },
};

async function backupIn(files: readonly BundleFile[], isSingle: boolean): Promise<BundleFile | undefined> {
  for (const file of files) {
    if (!isSingle && !/Standard Notes Backup[^/]*\.txt$/i.test(file.path)) continue;
    const start = await file.start();
    if (/"items"\s*:/.test(start) && /"content_type"\s*:/.test(start)) return file;
  }
  return undefined;
}

function understoodOf(items: unknown[]): Understood {
  const understood = emptyUnderstood('Standard Notes');
  const { refused, entries } = understood;
  const notes = items.filter((item) => record(item).content_type === 'Note' && record(item).deleted !== true);
  // An encrypted backup looks alike, but its contents are texts.
  if (notes.length > 0 && notes.every((note) => !isRecord(record(note).content)))
    throw new ImportFailure('encrypted', 'Standard Notes');
  const tags = tagsByNote(items);
  const unique = uniqueIds();
  notes.map(record).forEach((note, index) => {
    const at = { number: index + 1 };
    const content = record(note.content);
    const title = text(content.title).trim();
    const detail = title === '' ? {} : { detail: title.slice(0, 100) };
    if (content.trashed === true) return void refused.push({ at, reason: 'not-an-entry', ...detail });
    const uuid = text(note.uuid);
    const moment = momentOf(note.created_at);
    // It has secrets for logging in elsewhere.
    if (content.noteType === 'authentication')
      return void refused.push({ at, reason: 'not-an-entry', ...detail });
    const body = bodyOf(content, () => addNotTaken(understood, 'files', 1));
    const whole = [title, body].filter(Boolean).join('\n\n');
    const read = isMarkdown(content)
      ? wordsOfMarkdown(whole, () => {
          addNotTaken(understood, 'photos', 1);
          return false;
        })
      : { words: whole, notTaken: {} };
    const { words } = read;
    addAllNotTaken(understood, read.notTaken);
    if (words === '') return void refused.push({ at, reason: 'empty' });
    if (moment === undefined) return void refused.push({ at, reason: 'no-date', ...detail });
    const updatedAt = momentOf(note.updated_at);
    entries.push({
      id: unique(`standardnotes:${uuid || moment}`),
      at,
      when: { moment },
      words,
      tags: tags.get(uuid) ?? [],
      ...(isArchived(content) && { optional: 'archived' as const }),
      ...(updatedAt !== undefined && { updatedAt }),
    });
  });
  return understood;
}

/** Others are plain text, in which nothing is a mark. */
const isMarkdown = ({ noteType }: Record<string, unknown>): boolean =>
  noteType === 'markdown' || noteType === 'super';

function bodyOf({ noteType, text: body }: Record<string, unknown>, onFile: () => void): string {
  if (noteType === 'super') return wordsOfSuper(text(body), onFile);
  return noteType === 'rich-text' ? textOfHtml(text(body)) : text(body);
}

const isArchived = ({ appData }: Record<string, unknown>): boolean =>
  record(record(appData)['org.standardnotes.sn']).archived === true;

/** Tags name their notes. */
function tagsByNote(items: unknown[]): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const item of items.map(record)) {
    const { title, references } = record(item.content);
    if (item.content_type !== 'Tag' || text(title) === '') continue;
    for (const reference of list(references)) {
      const uuid = text(record(reference).uuid);
      tags.set(uuid, [...(tags.get(uuid) ?? []), text(title)]);
    }
  }
  return tags;
}

/** The first moments of 1970 stand for an unknown time. */
function momentOf(value: unknown): number | undefined {
  const moment = /^\d{4}-\d\d-\d\dT/.test(text(value)) ? Date.parse(text(value)) : NaN;
  return moment > 86_400_000 || moment < 0 ? moment : undefined;
}

/** A list of a "Super" note, with the number before its first item. */
interface SuperList {
  type: string;
  number: number;
}

const BLOCKS = new Set(['paragraph', 'heading', 'listitem', 'quote', 'code', 'linebreak', 'tablecell']);

/** The words of a "Super" note, which is JSON: each block is a line. Goes through it without calling itself. */
function wordsOfSuper(json: string, onFile: () => void): string {
  let root: unknown;
  try {
    root = record(JSON.parse(json)).root;
  } catch {
    return json;
  }
  let words = '';
  const waiting: { value: unknown; within?: SuperList }[] = [{ value: root }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = record(next.value);
    const [type, children] = [text(node.type), list(node.children)];
    // A list in a list is an item of it, without words of its own.
    const isMarked = type === 'listitem' && text(record(children[0]).type) !== 'list';
    if (type === 'snfile') onFile();
    if (BLOCKS.has(type) && !/^$|\n$|(^|\n)(> |- |- \[[ x]\] |\d+\. )$/.test(words.slice(-20))) words += '\n';
    if (isMarked) words += markOf(next.within, node.checked === true);
    if (type === 'quote') words += '> ';
    words += type === 'snfile' ? `\n${mediaMark('file')}` : text(node.text);
    if (type === 'link') waiting.push({ value: { text: addressBehind(children, text(node.url)) } });
    const inner = type === 'list' ? { type: text(node.listType), number: 0 } : next.within;
    for (const value of children.reverse()) waiting.push({ value, ...(inner && { within: inner }) });
  }
  return words.trim();
}

/** What follows the words of a link. */
function addressBehind(children: unknown[], address: string): string {
  const words = children.map((child) => text(record(child).text)).join('');
  return words.trim() === '' ? '' : linkInWords(words, address).slice(words.length);
}

function markOf(within: SuperList | undefined, isChecked: boolean): string {
  if (within?.type === 'check') return isChecked ? '- [x] ' : '- [ ] ';
  if (within?.type !== 'number') return '- ';
  within.number += 1;
  return `${within.number}. `;
}
