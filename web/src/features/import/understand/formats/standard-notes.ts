import { emptyUnderstood, isRecord, list, record, text, uniqueIds } from '../files/reading';
import { type BundleFile, type Format, ImportFailure, type Understood } from '../understood';
import { wordsOfMarkdown } from '../texts/markdown-words';

/** The decrypted backup of Standard Notes: one JSON file, alone or in its ZIP. */
export const standardNotes: Format = {
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
  const notes = items.filter((item) => record(item).content_type === 'Note');
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
    const body = content.noteType === 'super' ? wordsOfSuper(text(content.text)) : text(content.text);
    const { words } = wordsOfMarkdown([title, body].filter(Boolean).join('\n\n'), () => false);
    if (words === '') return void refused.push({ at, reason: 'empty' });
    if (moment === undefined) return void refused.push({ at, reason: 'no-date', ...detail });
    const updatedAt = momentOf(note.updated_at);
    entries.push({
      id: unique(`standardnotes:${uuid || moment}`),
      at,
      when: { moment },
      words,
      tags: tags.get(uuid) ?? [],
      ...(updatedAt !== undefined && { updatedAt }),
    });
  });
  return understood;
}

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

/** The words of a "Super" note, which is JSON: each block is a line. Goes through it without calling itself. */
function wordsOfSuper(json: string): string {
  let root: unknown;
  try {
    root = record(JSON.parse(json)).root;
  } catch {
    return json;
  }
  let words = '';
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const node = record(waiting.pop());
    const type = text(node.type);
    if (
      ['paragraph', 'heading', 'listitem', 'quote', 'code', 'linebreak'].includes(type) &&
      !/^$|\n$/.test(words.slice(-1))
    )
      words += '\n';
    words += text(node.text);
    for (const child of list(node.children).reverse()) waiting.push(child);
  }
  return words.trim();
}
