import { readFileSync } from 'node:fs';
import { type Choices, type Prepared, toEntries, type Words } from '../../to-entries';
import { understand } from '../../understand';
import { BOUNDS, ImportFailure, type Reading, type Understood } from '../../understood';

/* Files in web/samples/, which are invented, and what an import makes of them. */

export const FOLDER = `${process.cwd()}/web/samples/`;

export const sample = (name: string): File => new File([readFileSync(FOLDER + name)], name);

export const textFile = (text: string | Uint8Array<ArrayBuffer>, name = 'file.txt'): File =>
  new File([text], name);

/** The files of a folder, as a browser gives them. */
export const folder = (files: Record<string, string | Uint8Array>): File[] =>
  Object.entries(files).map(([path, data]) => {
    const file = textFile(typeof data === 'string' ? data : new Uint8Array(data), path.replace(/^.*\//s, ''));
    return Object.defineProperty(file, 'webkitRelativePath', { value: path });
  });

/** The bounds of an import, which a test may make smaller, so that it need not write as much. */
export const bounds: Record<keyof typeof BOUNDS, number> = BOUNDS;

const WORDS: Words = {
  instead: {
    photo: '(a photo)',
    video: '(a video)',
    recording: '(a recording)',
    file: '(a file)',
    encrypted: '(an encrypted part)',
  },
  part: (number, of) => `(${number} of ${of})`,
};

/** The choices of a user who lives in Porto, and whose files without a zone are from Berlin. */
const CHOICES: Choices = { zone: 'Europe/Berlin', city: 'Porto', moods: {}, optional: {} };

/** What is understood of files, or why nothing is. */
export const understoodOrFailure = (files: File[], reading?: Reading): Promise<Understood | ImportFailure> =>
  understand(files, reading).catch((error: unknown) => {
    if (error instanceof ImportFailure) return error;
    throw error;
  });

export const understood = (name: string, reading?: Reading): Promise<Understood> =>
  understand([sample(name)], reading);

/** What is sent of a sample, with the file's own meaning of moods unless `choices` say otherwise. */
export async function prepared(name: string, choices: Partial<Choices> = {}): Promise<Prepared> {
  return preparedOf(await understood(name), choices);
}

export function preparedOf(file: Understood, choices: Partial<Choices> = {}): Prepared {
  return toEntries(file, { ...CHOICES, moods: file.moods ?? {}, ...choices }, WORDS);
}

/** The paths of the photos of each entry. */
export const photoNames = ({ entries }: Prepared): string[][] =>
  entries.map(({ photos = [] }) => photos.map(({ path }) => path));

/** The fields of the entries that a test names, in the order of the file. */
export function fields({ entries }: Prepared, ...names: string[]): unknown[][] {
  return entries.map(({ entry }) => names.map((name) => entry[name]));
}

/** The same, a line for each entry: texts as they are, and other values in JSON. */
export const lines = (prepared: Prepared, ...names: string[]): string[] =>
  fields(prepared, ...names).map((values) =>
    values.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '-'))).join(' | '),
  );

/** What each entry measures, by the names of the measures. */
export const named = ({ entries, measures = [] }: Understood): Record<string, number>[] =>
  entries.map((entry) =>
    Object.fromEntries(
      measures.flatMap(({ _id, name }) => {
        const value = entry.measures?.[_id];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
