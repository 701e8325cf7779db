import { folderOf } from '../../notes/by-folder';
import { dayOf } from '../../dates/days';
import { rowsOf, separatorOf } from '../../files/csv';
import { unlessDamaged } from '../../files/reading';
import { linesOf } from '../../texts/lines';
import type { BundleFile, Format } from '../../format';
import { NotionEntries, type NotionRow } from './notion-entries';
import { isNotionHtml, pageOfHtml } from './notion-html';

/** Notion writes the id of a page or a database behind its title: `Tuesday 2f0a…5d.md`, `Journal 1f0a…5c_all.csv`. */
const NAME = /(?:^|[/ -])([\da-f]{32})(_all)?\.(md|html|csv)$/i;
const PAGE = /\.(?:md|html)$/i;
const ID = /[ -]?[\da-f]{32}/gi;

/** A property of a page, below its title. */
const PROPERTY = /^([^:]{1,100}): ?(.*)$/;

/** More columns than a diary has. */
const COLUMNS_MAX = 200;

/** The share of notes that have ids. Others may have come from Notion one day. */
const MOST = 0.5;

/** Exports of Notion: pages as Markdown or HTML, and tables of the databases that they are rows of. */
export const notion: Format = {
  reads: 'notes',

  async recognises({ files, isSingle }) {
    const notes = files.filter(({ path }) => PAGE.test(path) && !/(?:^|\/)index\.html$/i.test(path));
    const pages = notes.filter(({ path }) => NAME.test(path));
    if (pages.length < notes.length * MOST) return false;
    for (const page of pages.slice(0, 20)) {
      const start = (await unlessDamaged(page.start())) ?? '';
      if (/^#\s/.test(start) || isNotionHtml(start)) return true;
    }
    return !isSingle && notes.length === 0 && tablesIn(files).length > 0;
  },

  async read(bundle) {
    const entries = new NotionEntries(bundle);
    const databases = new Map<string, Database>();
    for (const file of tablesIn(bundle.files)) {
      const database = await databaseIn(file);
      if (!database) entries.collector.refuse({ file: file.path }, 'unreadable');
      else for (const key of keysOf(file.path)) databases.set(key, database);
    }
    /** Where pages were chosen one by one, beside the table, their titles tell. */
    const besideWith = (folder: string, title: string) =>
      [...databases.values()].find(
        (one) => one.folder === folder && one.rows.some((row) => titleOf(row) === title),
      );
    const loose = new Map<string, Database>();
    for (const file of bundle.files) {
      if (!NAME.test(file.path) || !PAGE.test(file.path)) continue;
      const at = bundle.isSingle ? {} : { file: file.path };
      const folder = folderOf(file.path);
      const [first = '', second = first] = keysOf(folder);
      const text = await unlessDamaged(file.text());
      if (text === undefined) {
        entries.collector.refuse(at, 'unreadable');
        continue;
      }
      const page = pageOf(text, file, at);
      const known = databases.get(first) ?? databases.get(second) ?? besideWith(folder, titleOf(page));
      const database = known ??
        loose.get(folder) ?? { folder, name: nameOf(folder), columns: [], rows: [], pages: [] };
      if (!known) loose.set(folder, database);
      database.pages.push(known ? pageOf(text, file, at, known.columns) : page);
    }
    for (const database of new Set([...databases.values(), ...loose.values()]))
      entries.add(database.name, columnsOf(database), [...database.pages, ...rowsWithoutPage(database)]);
    return entries.finish();
  },
};

interface Database {
  /** That the table is in, or the pages are if there is none. */
  folder: string;
  name: string;
  /** The first one has the titles. */
  columns: readonly string[];
  rows: NotionRow[];
  pages: NotionRow[];
}

/** Of the two tables of a database, the one with all of its rows and columns. */
function tablesIn(files: readonly BundleFile[]): BundleFile[] {
  const tables = new Map<string, BundleFile>();
  for (const file of files) {
    const [, , all, kind] = NAME.exec(file.path) ?? [];
    const key = file.path.replace(/(?:_all)?\.csv$/i, '');
    if (kind?.toLowerCase() === 'csv' && (all !== undefined || !tables.has(key))) tables.set(key, file);
  }
  return [...tables.values()];
}

/** By what a database and the folder of its pages are known to belong together: the id, else the path without any. */
function keysOf(path: string): string[] {
  const plain = path.replace(/(?:_all)?\.csv$/i, '');
  const id = /[\da-f]{32}$/i.exec(plain)?.[0];
  return [...(id === undefined ? [] : [id]), plain.replace(ID, '')];
}

const nameOf = (path: string): string =>
  path
    .replace(/(?:_all)?\.csv$/i, '')
    .replace(/^.*\//, '')
    .replace(ID, '');

async function databaseIn(file: BundleFile): Promise<Database | undefined> {
  const text = await unlessDamaged(file.text());
  if (text === undefined) return undefined;
  const [header, ...rows] = rowsOf(text, separatorOf(text));
  const columns = header?.cells.map((name) => name.trim()) ?? [];
  if (columns.length > COLUMNS_MAX) return undefined;
  return {
    folder: folderOf(file.path),
    name: nameOf(file.path),
    columns,
    pages: [],
    rows: rows.map(({ cells, line }) => ({
      at: { file: file.path, line },
      title: cells[0]?.trim() ?? '',
      cells: new Map(
        columns.flatMap((name, index): [string, string][] => {
          const value = index > 0 ? (cells[index] ?? '').trim() : '';
          return value === '' ? [] : [[name, value]];
        }),
      ),
      body: '',
    })),
  };
}

/** @param columns of its database, if there is a table of it */
function pageOf(text: string, file: BundleFile, at: NotionRow['at'], columns?: readonly string[]): NotionRow {
  const id = NAME.exec(file.path)?.[1] ?? '';
  if (/\.html$/i.test(file.path)) return { at, id, file, ...pageOfHtml(text) };
  const lines = linesOf(text);
  const [, heading] = /^#\s+(.*)$/.exec(lines[0] ?? '') ?? [];
  const from = lines.findIndex((line, index) => (index > 0 || heading === undefined) && line.trim() !== '');
  const below = from < 0 ? [] : lines.slice(from);
  const end = below.findIndex((line) => line.trim() === '');
  const block = below.slice(0, end < 0 ? below.length : end);
  const cells = propertiesIn(block, columns);
  return {
    at,
    id,
    file,
    title: heading?.trim() ?? '',
    cells,
    body: (cells.size > 0 ? below.slice(block.length) : below).join('\n').trim(),
  };
}

/** Without a table, the lines are properties if all look like some and one is a date. */
function propertiesIn(block: readonly string[], columns?: readonly string[]): Map<string, string> {
  const names = new Set(columns);
  const cells = new Map<string, string>();
  let last: string | undefined;
  for (const line of block) {
    const [, name, value = ''] = PROPERTY.exec(line) ?? [];
    if (name !== undefined && (!columns || names.has(name.trim())))
      cells.set((last = name.trim()), value.trim());
    // A text of several lines, or no properties at all.
    else if (last !== undefined && columns) cells.set(last, `${cells.get(last) ?? ''}\n${line}`);
    else return new Map<string, string>();
  }
  return columns || [...cells.values()].some((value) => dayOf(value)) ? cells : new Map<string, string>();
}

function columnsOf({ columns, pages }: Database): string[] {
  return [...new Set([...columns.slice(1), ...pages.flatMap(({ cells }) => [...cells.keys()])])];
}

/** A row and its page are one entry. Which page a row has, its title and its values tell; a title may be there often. */
function rowsWithoutPage({ rows, pages }: Database): NotionRow[] {
  const byTitle = new Map<string, { count: number; values: Set<string> }>();
  for (const page of pages) {
    const known = byTitle.get(titleOf(page)) ?? { count: 0, values: new Set() };
    byTitle.set(titleOf(page), known);
    known.count += 1;
    known.values.add(valuesOf(page));
  }
  const [alike, others] = [rows, rows].map((all, index) =>
    all.filter((row) => (byTitle.get(titleOf(row))?.values.has(valuesOf(row)) ?? false) === (index === 0)),
  ) as [NotionRow[], NotionRow[]];
  return [...alike, ...others].filter((row) => {
    const known = byTitle.get(titleOf(row));
    if (!known || known.count === 0) return true;
    known.count -= 1;
    return false;
  });
}

/** What has no title is called something in a page, and nothing in a table. */
const titleOf = ({ title }: NotionRow): string => (title === 'Untitled' ? '' : title);

const valuesOf = ({ cells }: NotionRow): string =>
  [...cells]
    .filter(([, value]) => value !== '')
    .map((cell) => cell.join('\n'))
    .sort()
    .join('\n\n');
