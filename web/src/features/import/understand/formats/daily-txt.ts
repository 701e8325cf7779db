import { PhotoFinder } from '../photos';
import { wordsOfMarkdown } from '../texts/markdown-words';
import {
  addAllNotTaken,
  addNotTaken,
  detailOf,
  emptyUnderstood,
  isRecord,
  list,
  number,
  record,
  text,
  textOrNumber,
  uniqueIds,
} from '../files/reading';
import type { BundleFile, Format } from '../format';
import { ImportFailure, type Understood } from '../understood';
import { dayOnly, isLocalTime } from '../dates/when';

/** A file for each month: `2024/03.json`. */
const MONTH = /(?:^|\/)(\d{4})\/(\d{2})\.json$/;

/** How text begins that is encrypted. */
const SEALED = 'gAAAAA';

/** The export of DailyTxT, which has one text a day. Its backup is encrypted with the password. */
export const dailyTxt: Format = {
  async recognises({ files }) {
    const month = files.find(({ path }) => MONTH.test(path));
    return month !== undefined && (await month.start()).slice(0, 200).includes('"days"');
  },

  async read(bundle) {
    const { files } = bundle;
    const named = (name: string) => files.find(({ path }) => path === name || path.endsWith(`/${name}`));
    const user = record(await named('user.json')?.json());
    if (text(user.enc_enc_key) !== '') throw new ImportFailure('encrypted', 'DailyTxT');
    const understood = emptyUnderstood('DailyTxT');
    const tags = tagNames(await named('tags.json')?.json());
    const reader = { understood, tags, unique: uniqueIds(), finder: new PhotoFinder(understood, bundle) };
    addNotTaken(
      understood,
      'templates',
      list(record(await named('templates.json')?.json()).templates).length,
    );
    for (const file of files) if (MONTH.test(file.path)) await readMonth(file, reader);
    return understood;
  },
};

interface Reader {
  understood: Understood;
  tags: Map<string, string>;
  unique: (id: string) => string;
  finder: PhotoFinder;
}

const tagNames = (json: unknown): Map<string, string> =>
  new Map(
    list(record(json).tags)
      .map(record)
      .map(({ id, name }) => [textOrNumber(id), text(name)]),
  );

async function readMonth(file: BundleFile, reader: Reader): Promise<void> {
  const { refused } = reader.understood;
  const json = await file.json();
  if (!isRecord(json)) return void refused.push({ at: { file: file.path }, reason: 'unreadable' });
  const [, year = '', month = ''] = MONTH.exec(file.path) ?? [];
  list(json.days).forEach((item, index) => {
    const at = { file: file.path, number: index + 1 };
    if (!isRecord(item)) return void refused.push({ at, reason: 'not-an-entry' });
    const day = number(item.day);
    if (day === undefined) return void refused.push({ at, reason: 'no-date' });
    readDay(item, `${year}-${month}-${String(day).padStart(2, '0')}`, at, reader);
  });
}

function readDay(
  item: Record<string, unknown>,
  day: string,
  at: Understood['refused'][number]['at'],
  { understood, tags, unique, finder }: Reader,
): void {
  if (text(item.text).startsWith(SEALED)) throw new ImportFailure('encrypted', 'DailyTxT');
  if (!isLocalTime(`${day}T12:00`)) {
    understood.refused.push({ at, reason: 'no-such-date', detail: detailOf(day) });
    return;
  }
  // A file is counted like one that is embedded.
  const files = list(item.files).map(
    (file) => `![[${text(record(file).filename).replace(/[[\]|\n]/g, '')}]]`,
  );
  const photos = finder.ofEntry(at);
  const written = wordsOfMarkdown(text(item.text), (path) => photos.take(path));
  let others = files.length;
  const attached = wordsOfMarkdown(files.join(' '), (name) => {
    others -= 1;
    return photos.take(`files/${name}`);
  });
  for (const { notTaken } of [attached, written]) addAllNotTaken(understood, notTaken);
  others -= Object.values(attached.notTaken).reduce((sum, count) => sum + count, 0);
  addNotTaken(understood, 'files', others);
  addNotTaken(understood, 'places', list(item.pins).length);
  if (item.isBookmarked === true) addNotTaken(understood, 'stars', 1);
  const instead = written.instead ?? attached.instead ?? (others > 0 ? ('file' as const) : undefined);
  const names = list(item.tags).flatMap((id) => tags.get(textOrNumber(id)) ?? []);
  if (written.words === '' && !instead && names.length === 0) {
    understood.refused.push({ at, reason: 'empty' });
    return;
  }
  understood.entries.push({
    id: unique(`dailytxt:${day}`),
    at,
    when: dayOnly(day),
    words: written.words,
    ...(instead && { instead }),
    ...photos.found,
    tags: [...new Set(names)].filter(Boolean),
  });
}
