import { ENTRY_NAMES } from '@inner-weather/contracts/entry-names';
import { LIMITS } from '@inner-weather/contracts/limits';

/** Bytes of entries per request: its limit, less what surrounds them. */
const BODY_BYTES = LIMITS.bodyBytesMax - 1_024;

type FileEntry = Partial<Record<(typeof ENTRY_NAMES)[number], unknown>>;

/** What a file holds. */
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

/** Why a file cannot be imported, in words. */
export class FileError extends Error {}

/** Throws FileError. */
export async function readExportFile(file: File): Promise<ExportFile> {
  if (file.size > LIMITS.importFileBytesMax) throw new FileError('That file is larger than 200 MB.');
  const data = parse(await file.text());
  if (data?.format !== 'inner-weather-export') {
    throw new FileError('That is not a journal export. Unpack the ZIP and choose inner-weather.json.');
  }
  if (data.version !== 1) throw new FileError('That export was made by a newer version of Inner Weather.');
  if (!Array.isArray(data.entries)) throw new FileError('That export contains no entries.');
  return { entries: data.entries, insights: Array.isArray(data.insights) ? data.insights.length : 0 };
}

/** Splits entries into parts that fit one request each, and returns entries that fit none. */
export function partsOf(entries: unknown[]): { parts: NumberedEntry[][]; refused: Refusal[] } {
  const parts: NumberedEntry[][] = [];
  const refused: Refusal[] = [];
  let room = 0;
  entries.forEach((given, index) => {
    const number = index + 1;
    const entry = entryOf(given);
    const bytes = entry ? new TextEncoder().encode(JSON.stringify(entry)).length + 1 : 0;
    if (!entry) refused.push({ number, reasons: ['This is not an entry.'] });
    else if (bytes > BODY_BYTES) refused.push({ number, reasons: ['This is too long for an entry.'] });
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
  return { parts, refused };
}

/** The fields of an entry, without anything else in the file; undefined if it is not an object. */
function entryOf(given: unknown): FileEntry | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const own = ENTRY_NAMES.filter((field) => Object.hasOwn(given, field));
  return Object.fromEntries(own.map((field) => [field, (given as FileEntry)[field]]));
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
  } catch {
    throw new FileError('That file cannot be read. It is not JSON, or part of it is missing.');
  }
}
