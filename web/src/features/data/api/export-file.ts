import { t } from '@lingui/core/macro';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { labelsInText } from '@inner-weather/domain/entries/import-labels';
import { LIMITS } from '@inner-weather/domain/limits';
import { FileError } from './file-error';
import { kindOfJson, kindOfText } from './kind-of-file';
import { textOf, withAdvice } from './unpack';

/** The bytes of entries per request: the limit, less room for the JSON around them. */
const BODY_BYTES = LIMITS.bodyBytesMax - 1_024;

type FileEntry = Partial<Record<(typeof ENTRY_NAMES)[number], unknown>>;

/** The contents of an export file. */
export interface ExportFile {
  entries: unknown[];
  /** How many insights the file has. They are not imported. */
  insights: number;
}

/** An entry with its number in the file, from 1. */
export interface NumberedEntry {
  number: number;
  entry: FileEntry;
}

export interface Refusal {
  number: number;
  reasons: string[];
}

/** Throws FileError. */
export async function readExportFile(file: File): Promise<ExportFile> {
  const text = await textOf(file);
  const data = parse(text);
  if (data?.format !== 'inner-weather-export') {
    const kind = data && kindOfJson(data);
    throw new FileError(withAdvice(kind ?? t`That is not a journal export.`));
  }
  if (data.version !== 1) throw new FileError(t`That export was made by a newer version of Inner Weather.`);
  if (!Array.isArray(data.entries)) throw new FileError(t`That export contains no entries.`);
  return { entries: data.entries, insights: Array.isArray(data.insights) ? data.insights.length : 0 };
}

/** Splits entries into parts that fit into one request each, and lists the entries that are too long for any. */
export function partsOf(entries: unknown[]): Parts {
  const parts: NumberedEntry[][] = [];
  const refused: Refusal[] = [];
  const equal = new Map<string, number>();
  let labelsInText = 0;
  let labelsLeftOut = 0;
  let room = 0;
  entries.forEach((item, index) => {
    const number = index + 1;
    const parsed = entryOf(item);
    const entry = parsed && withId(parsed.entry, equal);
    labelsInText += parsed?.moved ?? 0;
    labelsLeftOut += parsed?.leftOut ?? 0;
    const bytes = entry ? new TextEncoder().encode(JSON.stringify(entry)).length + 1 : 0;
    if (!entry) refused.push({ number, reasons: [t`This is not an entry.`] });
    else if (bytes > BODY_BYTES) refused.push({ number, reasons: [t`This is too long for an entry.`] });
    else {
      const last = parts.at(-1);
      if (last && last.length < LIMITS.importBatchMax && bytes <= room) last.push({ number, entry });
      else {
        parts.push([{ number, entry }]);
        room = BODY_BYTES;
      }
      room -= bytes;
    }
  });
  return { parts, refused, labelsInText, labelsLeftOut };
}

interface Parts {
  parts: NumberedEntry[][];
  refused: Refusal[];
  /** The number of tags and moods that were moved to the end of their texts. */
  labelsInText: number;
  /** The number of tags and moods that did not fit into their texts. */
  labelsLeftOut: number;
}

/**
 * The known fields of an entry; undefined if it is not an object. An object or a list in place of a text or a tag is
 * emptied: the server then refuses only this entry, whereas nested lists would make it refuse the whole request.
 */
function entryOf(item: unknown): { entry: FileEntry; moved: number; leftOut: number } | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const names = ENTRY_NAMES.filter((field) => Object.hasOwn(item, field));
  const flat = names.map((field) => {
    const value = (item as FileEntry)[field];
    if (field === 'tags' && Array.isArray(value))
      return [field, value.map((tag: unknown) => (isNested(tag) ? null : tag))];
    return [field, isNested(value) ? {} : value];
  });
  const { entry, moved, leftOut } = labelsInText(Object.fromEntries(flat) as object);
  // If the content is not a text, the labels stay where they are, and there may be too many of them.
  const { tags } = entry as FileEntry;
  const bounded = Array.isArray(tags) && tags.length > LIMITS.bodyListMax ? { ...entry, tags: [] } : entry;
  return { entry: bounded, moved, leftOut };
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Two equal rows are two entries, even if they are sent in two parts. So the second one gets an id that never changes. */
function withId(entry: FileEntry, equal: Map<string, number>): FileEntry {
  if (entry._id !== undefined) return entry;
  const text = JSON.stringify(entry);
  const count = equal.get(text) ?? 0;
  equal.set(text, count + 1);
  return count === 0 ? entry : { ...entry, _id: `equal ${count}: ${fingerprint(text)}` };
}

/** A 64-bit hash. It need not resist collisions, because users import only their own files. */
function fingerprint(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
  } catch {
    const kind = kindOfText(text);
    throw new FileError(
      withAdvice(kind ?? t`That file cannot be read: it is not an export, or part of it is missing.`),
    );
  }
}
