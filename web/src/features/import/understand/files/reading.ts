import {
  type ForeignEntry,
  ImportFailure,
  type NotTaken,
  type Optional,
  type Understood,
} from '../understood';

/* Readers of values whose type is not known, such as those in JSON from elsewhere. */

/** The largest number of milliseconds since 1970 that a date can have, in both directions. */
const MOMENT_MAX = 8.64e15;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Milliseconds since 1970 that a date can have. */
export function moment(value: unknown): number | undefined {
  const ms = number(value);
  return ms !== undefined && Math.abs(ms) <= MOMENT_MAX ? Math.trunc(ms) : undefined;
}

/** A text or a number as text, such as an id. */
export const textOrNumber = (value: unknown): string => {
  const found = number(value);
  return found === undefined ? text(value) : String(found);
};

export const emptyUnderstood = (source: string): Understood => ({
  source,
  entries: [],
  notTaken: {},
  refused: [],
  remarks: [],
  hints: [],
});

export function addNotTaken({ notTaken }: Pick<Understood, 'notTaken'>, kind: NotTaken, count: number): void {
  if (count > 0) notTaken[kind] = (notTaken[kind] ?? 0) + count;
}

export function addAllNotTaken(understood: Understood, counts: Understood['notTaken']): void {
  for (const [kind, count] of Object.entries(counts) as [NotTaken, number][])
    addNotTaken(understood, kind, count);
}

/** The moods of the entries, in their order. */
export const moodsIn = ({ entries }: Understood): string[] => entries.flatMap(({ mood }) => mood ?? []);

/** The boxes that an entry hangs on. */
export const optionsOf = ({ optional = [] }: ForeignEntry): Optional[] => [optional].flat();

/** Files of a folder have their path in a property of their own. */
export const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** Whether there may be a diary in a file that no format reads. */
export const isDocument = (path: string): boolean => /\.(pdf|docx?|odt|org|pages|rtf|epub)$/i.test(path);

/** What is read of a file, undefined if it is damaged: one damaged note in a ZIP leaves the others as they are. */
export async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ImportFailure && error.code === 'damaged') return undefined;
    throw error;
  }
}

/** A path as it is: Markdown writes a blank as %20. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The part of a file that a reason or a remark is about. */
export const detailOf = (value: string): string => [...value.slice(0, 300)].slice(0, 100).join('');

/** Gives each id once: the second and later ones of the same text get a number. */
export function uniqueIds(): (id: string) => string {
  const counts = new Map<string, number>();
  const given = new Set<string>();
  return (id) => {
    let count = counts.get(id) ?? 0;
    let unique: string;
    do {
      count += 1;
      unique = count === 1 ? id : `${id} ${count}`;
    } while (given.has(unique));
    counts.set(id, count);
    given.add(unique);
    return unique;
  };
}
