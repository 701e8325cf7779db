import { isZip } from './files/bundle';
import { addAllNotTaken, addNotTaken, isDocument, pathOf } from './files/reading';
import { isTar } from './files/tar';
import { EntryIndex } from './sameness';
import type { Format } from './format';
import { type At, BOUNDS, type ForeignEntry, ImportFailure, type Understood } from './understood';

/** More files than somebody chooses by hand. */
const FILES_MAX = 100;

/** The table of a database of Notion, which belongs to the pages beside it. */
const NOTION_TABLE = /[ -][\da-f]{32}(_all)?\.csv$/i;

/** What is done with some of the files. */
interface Reader {
  /** Undefined if no format reads this file alone. */
  formatOf: (file: File) => Promise<Format | undefined>;
  /** @throws ImportFailure */
  read: (files: readonly File[]) => Promise<Understood>;
  /** In the order in which their entries are joined. */
  formats: readonly Format[];
}

/** Files of one export. */
interface Unit {
  format: Format;
  files: File[];
  kind: 'zip' | 'tar' | 'plain' | 'notes';
}

/**
 * Reads files that were chosen together and are several exports: the backup and the CSV of Daylio, the tables of two years,
 * the diaries of two apps. Each entry is in the result once. Undefined if they are one export.
 * @throws ImportFailure
 */
export async function understandTogether(
  files: readonly File[],
  reader: Reader,
): Promise<Understood | undefined> {
  if (files.length < 2 || files.length > FILES_MAX) return undefined;
  const { units, others } = await unitsOf(files, reader);
  const areZips = units.every(({ kind }) => kind === 'zip');
  // The parts of an export may look like those of others.
  const isParts = areZips && units.some(({ format }) => format.reads === 'notes');
  const isBesideOthers = areZips && units.length === 1 && others.length > 0;
  if (!isBesideOthers && (units.length < 2 || isParts)) return undefined;
  const all: Understood[] = [];
  // Else each of them would count them.
  const beside = others.filter((file) => !isDocument(pathOf(file)));
  for (const unit of units) {
    const understood = await readUnit(unit, beside, reader);
    if (understood) all.push(understood);
  }
  const [first, ...further] = all;
  if (!first) throw new ImportFailure('no-entries');
  const together = further.reduce(joined, first);
  addNotTaken(together, 'files', others.length - beside.length);
  if (together.entries.length > BOUNDS.entries) throw new ImportFailure('too-many-entries');
  return together;
}

/** `others` are files that no format reads alone, such as photos. */
async function unitsOf(
  files: readonly File[],
  { formatOf, formats }: Reader,
): Promise<{ units: Unit[]; others: File[] }> {
  const units: Unit[] = [];
  const others: File[] = [];
  for (const file of files) {
    const kind = await kindOf(file);
    // The files of a folder belong together.
    const format = kind === 'plain' && file.webkitRelativePath ? undefined : await formatOf(file);
    if (!format) {
      others.push(file);
      continue;
    }
    const isNote = kind === 'plain' && (format.reads === 'notes' || NOTION_TABLE.test(file.name));
    const unit: Unit = { format, files: [file], kind: isNote ? 'notes' : kind };
    const same = units.find((one) => isOneExport(one, unit));
    if (same) same.files.push(file);
    else units.push(unit);
  }
  // The first has more of each entry: a backup comes before a table.
  return { units: units.sort((a, b) => formats.indexOf(a.format) - formats.indexOf(b.format)), others };
}

async function kindOf(file: File): Promise<'zip' | 'tar' | 'plain'> {
  const start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  return isZip(start) ? 'zip' : isTar(start) ? 'tar' : 'plain';
}

const isOneExport = (one: Unit, other: Unit): boolean =>
  one.kind === other.kind &&
  (one.kind === 'notes' ||
    (one.format === other.format &&
      one.kind !== 'tar' &&
      (one.kind === 'zip' || one.format.reads !== 'one')));

/** Undefined if it has no entries, so that the others come in. */
async function readUnit(
  { files, kind }: Unit,
  others: readonly File[],
  { read }: Reader,
): Promise<Understood | undefined> {
  const [first] = files;
  const isArchive = kind === 'zip' || kind === 'tar';
  try {
    const understood = await read(isArchive ? files : [...files, ...others]);
    if (!first || files.length > 1) return understood;
    return isArchive ? chosenFrom(understood, pathOf(first)) : placedIn(understood, pathOf(first));
  } catch (error) {
    if (error instanceof ImportFailure && error.code === 'no-entries') return undefined;
    throw error;
  }
}

/** The places in a file that is one of several now. */
function placedIn(understood: Understood, file: string): Understood {
  const within = <T extends { at: At }>(one: T): T => ({ ...one, at: { file, ...one.at } });
  return {
    ...understood,
    entries: understood.entries.map(within),
    refused: understood.refused.map(within),
    remarks: understood.remarks.map(within),
  };
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

/**
 * The entries of the first, and of the other those that it does not have.
 * @throws ImportFailure if something would mean two things
 */
function joined(first: Understood, other: Understood): Understood {
  if (first.table && other.table) throw new ImportFailure('several-exports');
  for (const [mood, meaning] of Object.entries(other.moods ?? {}))
    if (
      first.source !== other.source &&
      Object.hasOwn(first.moods ?? {}, mood) &&
      first.moods?.[mood] !== meaning
    )
      throw new ImportFailure('several-exports');
  // Each has moods, questions and templates of its own, and ids of measures.
  if (first.entries.some(isOwn) && other.entries.some(isOwn)) throw new ImportFailure('several-exports');
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
  const sources = new Set([...first.source.split(', '), other.source]);
  const together: Understood = {
    ...other,
    ...first,
    source: [...sources].join(', '),
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
  // What stays in another file of the same diary has been counted.
  if (added.length > 0) addAllNotTaken(together, other.notTaken);
  return together;
}

/** An entry of an export of this journal. */
const isOwn = ({ own }: ForeignEntry): boolean => own !== undefined;
