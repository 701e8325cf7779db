import { isZip } from './files/bundle';
import { addAllNotTaken, pathOf } from './files/reading';
import { EntryIndex } from './sameness';
import { BOUNDS, type FailureCode, type ForeignEntry, ImportFailure, type Understood } from './understood';

/** What a ZIP of pictures is, or a file beside a diary. */
const NO_DIARY = new Set<FailureCode>([
  ...(['unknown', 'other-kind', 'no-entries', 'empty'] as const),
  // Whatever is in it, the others are read.
  ...(['cut-off', 'damaged', 'protected-zip', 'too-large-unpacked', 'large-zip-within'] as const),
]);

/** More files than somebody chooses by hand: a folder. */
const FILES_MAX = 10;

/**
 * Reads a ZIP and other files that were chosen together as two exports of one diary, such as the backup and the CSV of
 * Daylio. Undefined if they are not.
 */
export async function understandTogether(
  files: readonly File[],
  understandOne: (files: readonly File[]) => Promise<Understood>,
): Promise<Understood | undefined> {
  if (files.length < 2 || files.length > FILES_MAX) return undefined;
  const zips: File[] = [];
  const others: File[] = [];
  for (const file of files) {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    (isZip(start) ? zips : others).push(file);
  }
  if (zips.length === 0 || others.length === 0) return undefined;
  try {
    const ofZips: Understood[] = [];
    for (const zip of zips) ofZips.push(chosenFrom(await understandOne([zip]), pathOf(zip)));
    const all = [...ofZips, await understandOne(others)];
    if (new Set(all.map(({ source }) => source)).size > 1) return undefined;
    const together = all.reduce(joined);
    if (together.entries.length > BOUNDS.entries) throw new ImportFailure('too-many-entries');
    return together;
  } catch (error) {
    if (error instanceof ImportFailure && NO_DIARY.has(error.code)) return undefined;
    throw error;
  }
}

/** The photos are looked for in the ZIP, which is one of several files then. */
const chosenFrom = (understood: Understood, chosen: string): Understood => ({
  ...understood,
  entries: understood.entries.map(({ photos, ...entry }) => ({
    ...entry,
    ...(photos && {
      photos: photos.map(({ packed, ...photo }) => ({
        ...photo,
        ...(packed && { packed: { ...packed, chosen } }),
      })),
    }),
  })),
});

/** The first has more of each entry, so that of the other only the entries come that it does not have. */
function joined(first: Understood, other: Understood): Understood {
  const { measures = [] } = first;
  const index = new EntryIndex(first.entries);
  const isHere = (entry: ForeignEntry) =>
    (entry.words === '' ? index.findMinute(entry) : index.findWords(entry)) !== undefined;
  // The server asks about those of the same time with other words.
  const added = other.entries.filter((entry) => !isHere(entry));
  const ids = new Map<string, string>();
  for (const { _id, name, kind } of other.measures ?? []) {
    const same = measures.find((one) => one.name === name && one.kind === kind);
    if (same) ids.set(_id, same._id);
  }
  const newMeasures = (other.measures ?? []).filter(({ _id }) => !ids.has(_id));
  const together: Understood = {
    ...first,
    entries: [
      ...first.entries,
      ...added.map((entry) => ({
        ...entry,
        measures: Object.fromEntries(
          Object.entries(entry.measures ?? {}).map(([id, value]) => [ids.get(id) ?? id, value]),
        ),
      })),
    ],
    ...(newMeasures.length > 0 && { measures: [...measures, ...newMeasures] }),
    moods: { ...other.moods, ...first.moods },
    steps: { ...other.steps, ...first.steps },
    notTaken: { ...first.notTaken },
    refused: [...first.refused, ...other.refused],
    remarks: [...first.remarks, ...other.remarks],
    hints: [...new Set([...first.hints, ...other.hints])],
    wanted: [...new Set([...(first.wanted ?? []), ...(other.wanted ?? [])])],
  };
  addAllNotTaken(together, other.notTaken);
  return together;
}
