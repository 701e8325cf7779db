import { Parser } from 'htmlparser2';
import { cityOfAddress } from '../city-of-address';
import { withTitle } from '../texts/html-or-text';
import { addNotTaken, detailOf, emptyUnderstood, moment, uniqueIds } from '../files/reading';
import { moodOfLevel, moodOfName } from '../scale';
import {
  BOUNDS,
  type Bundle,
  type ForeignEntry,
  type Format,
  ImportFailure,
  type Instead,
  type When,
} from '../understood';
import { conditionOfIcon } from '../weather';

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
    const attachments = new Map<string, Instead>();
    const understood = emptyUnderstood('Diaro');
    for (const row of rowsOf('attachments')) {
      const kind = KINDS.get(valueOf(row, 'type')) ?? 'file';
      const entry = valueOf(row, 'entry_uid');
      if (!attachments.has(entry)) attachments.set(entry, kind);
      addNotTaken(understood, `${kind}s`, 1);
    }
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
      const instead = attachments.get(uid);
      understood.entries.push({
        id: idOf(`diaro:${uid || valueOf(row, 'date')}`),
        at,
        when,
        words: withTitle(valueOf(row, 'title'), row.get('text') ?? ''),
        ...(instead && { instead }),
        ...(mood && { mood: mood.name }),
        tags: tagIds.flatMap((id) => tags.get(id) ?? []),
        ...(city !== undefined && { city }),
        ...weatherOf(row),
        ...(valueOf(row, 'archived') === '1' && { optional: 'archived' as const }),
      });
    });
    return { ...understood, moods: Object.fromEntries(meanings) };
  },
};

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
