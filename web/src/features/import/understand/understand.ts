import { bundleOf } from './files/bundle';
import { appleJournal } from './formats/apple/apple-journal';
import { bear } from './formats/bear';
import { bearable } from './formats/bearable';
import { dailyTxt } from './formats/daily-txt';
import { dailyYou } from './formats/daily-you';
import { dayOne } from './formats/day-one/day-one';
import { daylioBackup } from './formats/daylio/daylio-backup';
import { daylioCsv } from './formats/daylio/daylio-csv';
import { diarium } from './formats/diarium';
import { diaro } from './formats/diaro';
import { evernote } from './formats/evernote/evernote';
import { googleKeep } from './formats/google-keep';
import { howWeFeel } from './formats/how-we-feel';
import { innerWeather } from './formats/inner-weather';
import { joplin } from './formats/joplin';
import { journey } from './formats/journey';
import { journiv } from './formats/journiv';
import { jrnl } from './formats/jrnl';
import { markdown } from './formats/markdown';
import { memos } from './formats/memos';
import { notion } from './formats/notion/notion';
import { oneShot } from './formats/one-shot';
import { pixels } from './formats/pixels';
import { standardNotes } from './formats/standard-notes';
import { table } from './formats/table';
import { kindOfZip } from './files/kind-of-bytes';
import { isDocument } from './files/reading';
import { understandTogether } from './together';
import type { Bundle, Format } from './format';
import { BOUNDS, ImportFailure, type Reading, type Understood } from './understood';

/** In the order in which they are asked: the ones that are recognised for certain come first. */
const FORMATS: readonly Format[] = [
  innerWeather,
  daylioBackup,
  daylioCsv,
  bearable,
  howWeFeel,
  diaro,
  journiv,
  dailyTxt,
  dayOne,
  journey,
  diarium,
  jrnl,
  memos,
  googleKeep,
  standardNotes,
  appleJournal,
  evernote,
  bear,
  dailyYou,
  pixels,
  oneShot,
  joplin,
  notion,
  markdown,
  table,
];

/** Some formats have counted them as what was attached to their entries. */
function countDocuments({ files }: Bundle, { notTaken }: Understood): void {
  const documents = files.filter(({ path }) => isDocument(path)).length;
  if (documents > (notTaken.files ?? 0)) notTaken.files = documents;
}

/** JSON with a hundred lists or objects in each other before its first value. */
const TOO_DEEP = /^\s*(?:[[{]\s*(?:"[^"]{0,50}"\s*:\s*)?){100}/;

/**
 * Reads the files that a person chose.
 * @param files one file, or the files of a folder
 * @throws ImportFailure
 */
export async function understand(files: readonly File[], reading: Reading = {}): Promise<Understood> {
  const read = (some: readonly File[]) => understandOne(some, reading);
  const formatOf = (file: File) => formatOfOne(file, reading);
  return (await understandTogether(files, { formatOf, read, formats: FORMATS })) ?? read(files);
}

/** The format of a file alone; undefined if it has none, or cannot be read. */
async function formatOfOne(file: File, { languages }: Reading): Promise<Format | undefined> {
  try {
    const bundle = await bundleOf([file], languages);
    for (const format of FORMATS) if (await format.recognises(bundle)) return format;
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
  }
  return undefined;
}

/** Reads files of one export. @throws ImportFailure */
async function understandOne(files: readonly File[], reading: Reading): Promise<Understood> {
  const bundle = await bundleOf(files, reading.languages);
  let damage: ImportFailure | undefined;
  for (const { recognises, read } of FORMATS) {
    try {
      if (!(await recognises(bundle))) continue;
    } catch (error) {
      // Another format may do without the damaged file.
      if (!(error instanceof ImportFailure) || error.code !== 'damaged') throw error;
      damage = error;
      continue;
    }
    const understood = await read(bundle, reading);
    const { entries, refused, remarks } = understood;
    if (entries.length > BOUNDS.entries) throw new ImportFailure('too-many-entries');
    if (entries.length === 0 && refused.length === 0 && !understood.table)
      throw new ImportFailure('no-entries', understood.source);
    countDocuments(bundle, understood);
    return {
      ...understood,
      refused: refused.slice(0, BOUNDS.listed),
      remarks: remarks.slice(0, BOUNDS.listed),
    };
  }
  if (damage) throw damage;
  if (bundle.isSingle && TOO_DEEP.test((await bundle.files[0]?.start()) ?? ''))
    throw new ImportFailure('too-deep');
  const kind = bundle.isSingle ? undefined : kindOfZip(bundle.files.map(({ path }) => path));
  throw kind ? new ImportFailure('other-kind', kind) : new ImportFailure('unknown');
}
