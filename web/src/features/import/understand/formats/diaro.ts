import { Parser } from 'htmlparser2';
import { cityOfAddress } from '../values/city-of-address';
import { withTitle } from '../texts/html-or-text';
import { addNotTaken, detailOf, emptyUnderstood, moment, uniqueIds } from '../files/reading';
import { PhotoFinder } from '../photos';
import { moodOfLevel, moodOfName } from '../values/scale';
import type { Bundle, Format } from '../format';
import { BOUNDS, type ForeignEntry, ImportFailure, type Instead, type When } from '../understood';
import { conditionOfIcon } from '../values/weather';

/** Elements within each other. There are four. */
const DEPTH_MAX = 100;

/** The fields of a row. */
type Row = Map<string, string>;

/** Rows of all tables together. */
const ROWS_MAX = 5 * BOUNDS.entries;

const fileIn = ({ files, isSingle }: Bundle) =>
  files.find(({ path }) => isSingle || /(^|\/)DiaroBackup\.xml$/i.test(path));

/** The backup of Diaro: a ZIP with an XML of tables, beside the pictures. */
export const diaro: Format = {
  reads: 'one',

  async recognises(bundle) {
    const file = fileIn(bundle);
    if (!file) return false;
    return !bundle.isSingle || /^\s*<\?xml[^]*<data\b[^]*"diaro_/.test(await file.start());
  },

  async read(bundle) {
    const tables = tablesOf((await fileIn(bundle)?.text()) ?? '');
    const rowsOf = (name: string) => tables.get(`diaro_${name}`) ?? [];
    const titles = (name: string) =>
      new Map(rowsOf(name).map((row) => [valueOf(row, 'uid'), valueOf(row, 'title')]));
    const [tags, moodNames] = [titles('tags'), titles('moods')];
    const addresses = new Map(
      rowsOf('locations').map((row) => [valueOf(row, 'uid'), valueOf(row, 'address')]),
    );
    const understood = emptyUnderstood('Diaro');
    const finder = new PhotoFinder(understood, bundle);
    const attachments = attachmentsOf(rowsOf('attachments'));
    addNotTaken(understood, 'templates', rowsOf('templates').length);
    const meanings = new Map<string, string>();
    const idOf = uniqueIds();
    rowsOf('entries').forEach((row, index) => {
      const at = { number: index + 1 };
      const when = whenOf(row);
      if (!when) {
        understood.refused.push({ at, reason: 'no-date', detail: detailOf(valueOf(row, 'date')) });
        return;
      }
      const uid = valueOf(row, 'uid');
      const address = addresses.get(valueOf(row, 'location_uid'));
      const city = address === undefined ? undefined : cityOfAddress(address);
      if (address !== undefined && city === undefined) addNotTaken(understood, 'places', 1);
      const mood = moodOf(valueOf(row, 'mood'), moodNames);
      if (mood) meanings.set(mood.name, mood.meaning);
      const tagIds = valueOf(row, 'tags')
        .split(',')
        .filter((id) => id !== '');
      const attached = attachments.get(uid) ?? [];
      attachments.delete(uid);
      const photos = finder.ofEntry(at);
      for (const { kind, name } of attached)
        if (kind === 'photo') photos.take(`media/photo/${name}`);
        else addNotTaken(understood, `${kind}s`, 1);
      const instead = attached[0]?.kind;
      understood.entries.push({
        id: idOf(`diaro:${uid || valueOf(row, 'date')}`),
        at,
        when,
        words: withTitle(valueOf(row, 'title'), row.get('text') ?? ''),
        ...(instead && { instead }),
        ...photos.found,
        ...(mood && { mood: mood.name }),
        tags: tagIds.flatMap((id) => tags.get(id) ?? []),
        ...(city !== undefined && { city }),
        ...weatherOf(row),
        ...(valueOf(row, 'archived') === '1' && { optional: 'archived' as const }),
      });
    });
    // Those of no entry.
    for (const { kind } of [...attachments.values()].flat()) addNotTaken(understood, `${kind}s`, 1);
    return { ...understood, moods: Object.fromEntries(meanings) };
  },
};

/** The attachments by entry, in their order. */
function attachmentsOf(rows: Row[]): Map<string, { kind: Instead; name: string; position: number }[]> {
  const byEntry = new Map<string, { kind: Instead; name: string; position: number }[]>();
  for (const row of rows) {
    const attachment = {
      kind: KINDS.get(valueOf(row, 'type')) ?? 'file',
      name: valueOf(row, 'filename'),
      position: Number(valueOf(row, 'position')) || 0,
    };
    const uid = valueOf(row, 'entry_uid');
    const others = byEntry.get(uid);
    if (others) others.push(attachment);
    else byEntry.set(uid, [attachment]);
  }
  for (const ofEntry of byEntry.values()) ofEntry.sort((one, other) => one.position - other.position);
  return byEntry;
}

const KINDS: ReadonlyMap<string, Instead> = new Map([
  ['photo', 'photo'],
  ['video', 'video'],
  ['audio', 'recording'],
]);

const valueOf = (row: Row, name: string): string => row.get(name)?.trim() ?? '';

/** Reads `<table name="…"><r><field>…</field></r></table>`. No entity but those of XML is replaced. */
function tablesOf(xml: string): Map<string, Row[]> {
  const tables = new Map<string, Row[]>();
  let table: Row[] | undefined;
  let row: Row | undefined;
  let field: string | undefined;
  let rows = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, { name: tableName = '' }) {
        depth += 1;
        if (depth > DEPTH_MAX) throw new ImportFailure('too-deep');
        if (name === 'table') {
          table = tables.get(tableName) ?? [];
          tables.set(tableName, table);
          row = field = undefined;
        } else if (name === 'r' && table) {
          rows += 1;
          if (rows > ROWS_MAX) throw new ImportFailure('too-many-entries');
          row = new Map();
          table.push(row);
        } else if (row) {
          field ??= name;
        }
      },
      ontext(text) {
        if (row && field !== undefined) row.set(field, (row.get(field) ?? '') + text);
      },
      onclosetag(name) {
        depth -= 1;
        if (name === 'table') table = undefined;
        if (name === 'table' || name === 'r') row = field = undefined;
        else if (name === field) field = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return tables;
}

/** The moment of an entry, with the offset of its place. */
function whenOf(row: Row): When | undefined {
  const date = valueOf(row, 'date');
  const at = /^-?\d{1,16}$/.test(date) ? moment(Number(date)) : undefined;
  if (at === undefined) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?([0-5]\d)$/.exec(valueOf(row, 'tz_offset')) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return { moment: at, ...(Math.abs(offset) <= 14 * 60 && { offset }) };
}

/** Moods are numbered from 1, the best, to 5. Newer versions have more, with names. */
function moodOf(id: string, names: Map<string, string>): { name: string; meaning: string } | undefined {
  if (id === '' || id === '0') return undefined;
  const name = names.get(id) || id;
  return { name, meaning: /^[1-5]$/.test(id) ? moodOfLevel(Number(id)) : moodOfName(name) };
}

function weatherOf(row: Row): Pick<ForeignEntry, 'weather'> {
  const [icon, words] = [valueOf(row, 'weather_icon'), valueOf(row, 'weather_description')];
  if (icon === '' && words === '') return {};
  const temperature = valueOf(row, 'weather_temperature');
  const isNumber = /^-?\d{1,3}(\.\d+)?$/.test(temperature);
  return {
    weather: {
      text: conditionOfIcon(icon, undefined, words),
      ...(isNumber && { temperature: Number(temperature) }),
    },
  };
}
