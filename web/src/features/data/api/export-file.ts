import { LIMITS } from '@inner-weather/contracts/limits';

/** Bytes of one request: its bound, less what is around the entries. */
const BODY_BYTES = LIMITS.bodyBytesMax - 1_024;

const FIELDS = [
  '_id',
  'content',
  'inputMood',
  'location',
  'weatherData',
  'weatherStatus',
  'neverSendToAi',
  'createdAt',
  'updatedAt',
] as const;

type FileEntry = Partial<Record<(typeof FIELDS)[number], unknown>>;

/** What a file holds. */
export interface ExportFile {
  entries: unknown[];
  /** How many: they are not imported. */
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
    throw new FileError('That is no export of a journal. Unpack the ZIP and choose inner-weather.json.');
  }
  if (data.version !== 1)
    throw new FileError('That export was made by a newer version than this one can read.');
  if (!Array.isArray(data.entries)) throw new FileError('That export holds no list of entries.');
  return { entries: data.entries, insights: Array.isArray(data.insights) ? data.insights.length : 0 };
}

/** Parts that one request can carry each, and what fits into none. */
export function partsOf(entries: unknown[]): { parts: NumberedEntry[][]; refused: Refusal[] } {
  const parts: NumberedEntry[][] = [];
  const refused: Refusal[] = [];
  let room = 0;
  entries.forEach((given, index) => {
    const number = index + 1;
    const entry = entryOf(given);
    const bytes = entry ? new TextEncoder().encode(JSON.stringify(entry)).length + 1 : 0;
    if (!entry) refused.push({ number, reasons: ['This is no entry.'] });
    else if (bytes > BODY_BYTES) refused.push({ number, reasons: ['This is longer than an entry can be.'] });
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

/** The fields of an entry and nothing else that a file may hold; undefined for what is no object. */
function entryOf(given: unknown): FileEntry | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const own = FIELDS.filter((field) => Object.hasOwn(given, field));
  return Object.fromEntries(own.map((field) => [field, (given as FileEntry)[field]]));
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
  } catch {
    throw new FileError('That file cannot be read: it is no JSON, or not all of it is there.');
  }
}
