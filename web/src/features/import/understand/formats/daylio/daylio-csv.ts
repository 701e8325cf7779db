import { rowsOf, type Row, separatorOf, tablesWith, withoutGuards } from '../../files/csv';
import { dayOf } from '../../dates/days';
import { textOfNote, withTitle } from '../../texts/html-or-text';
import { detailOf, emptyUnderstood, moodsIn, uniqueIds } from '../../files/reading';
import { Measuring } from '../../values/measured';
import { ROWS_SHARE, tracked } from '../../progress';
import { moodsOf } from '../../values/scale';
import { timeOf } from '../../dates/times';
import type { Bundle, Format } from '../../format';
import { ImportFailure, type Refused } from '../../understood';
import { isLocalTime } from '../../dates/when';

/** Columns of all versions. Those before 2019 had `year` in place of `full_date`. */
const COLUMNS = ['weekday', 'time', 'mood', 'activities', 'note'];

/** The CSV that Daylio exports as a table. */
export const daylioCsv: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await tablesIn(bundle)).length > 0;
  },

  async read(bundle) {
    const [file, ...others] = await tablesIn(bundle);
    const text = (await file?.text()) ?? '';
    const [header, ...rows] = rowsOf(text, separatorOf(firstLine(text)));
    if (!header) throw new ImportFailure('no-entries', 'Daylio');
    const names = header.cells.map(plainName);
    const understood = emptyUnderstood('Daylio');
    const measuring = new Measuring();
    const idOf = uniqueIds();
    // The newest row is the first one. From the other end, the rows of one minute keep their numbers when others come.
    for (const row of tracked(rows.reverse(), ROWS_SHARE)) {
      if (row.cells.length !== names.length) {
        understood.refused.push({
          at: { line: row.line },
          reason: 'wrong-number-of-cells',
          detail: detailOf(row.cells.join(', ')),
        });
        continue;
      }
      const cell = (name: string) => (row.cells[names.indexOf(name)] ?? '').trim();
      const when = localOf(row, cell);
      if ('reason' in when) {
        understood.refused.push(when);
        continue;
      }
      const mood = withoutGuards(cell('mood'));
      const measures = {};
      for (const scale of itemsOf(withoutGuards(cell('scales')))) {
        const [, name = '', value = ''] = /^(.*?)\s*:\s+(.*)$/.exec(scale) ?? [];
        // A time is how long something took: the app has no scale for times of day.
        measuring.note(measures, name, value, { isDuration: true, askedOn: 'always' });
      }
      understood.entries.push({
        id: idOf(`daylio:${when.local.replace('T', ' ')}`),
        at: { line: row.line },
        when,
        words: withTitle(cell('note_title'), textOfNote(withoutGuards(cell('note')))),
        ...(mood !== '' && { mood }),
        tags: itemsOf(withoutGuards(cell('activities'))),
        measures,
      });
    }
    measuring.finish(understood);
    understood.entries.reverse();
    understood.refused.reverse();
    // Each export has all entries. Of several ones in a folder, the first is read.
    for (const { path } of others)
      understood.refused.push({ at: { file: detailOf(path) }, reason: 'not-an-entry' });
    return {
      ...understood,
      moods: moodsOf(moodsIn(understood)),
    };
  },
};

const tablesIn = (bundle: Bundle) =>
  tablesWith(bundle, (names) => {
    const hasDate = names.includes('full_date') || (names.includes('year') && names.includes('date'));
    return hasDate && COLUMNS.every((name) => names.includes(name));
  });

const firstLine = (text: string): string => text.split(/[\r\n]/, 1)[0] ?? '';

const plainName = (name: string): string => name.replaceAll('"', '').trim().toLowerCase();

/** Items between bars. A bar within a name has no blanks beside it. */
const itemsOf = (cell: string): string[] =>
  cell
    .split(/(?:^|\s)\|(?=\s|$)/)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The local time of a row. Of the dates, only `full_date` does not depend on the app's language. */
function localOf({ line }: Row, cell: (name: string) => string): { local: string } | Refused {
  const at = { line };
  const date = cell('full_date') || (cell('year') && `${cell('date')} ${cell('year')}`);
  if (date === '') return { at, reason: 'no-date', detail: detailOf(cell('date')) };
  const day = dayOf(date);
  if (!day || !('day' in day)) return { at, reason: 'unreadable', detail: detailOf(date) };
  if (cell('time') === '') return { at, reason: 'no-time', detail: detailOf(date) };
  const time = timeOf(cell('time'));
  if (time === undefined) return { at, reason: 'unreadable', detail: detailOf(cell('time')) };
  if (!isLocalTime(`${day.day}T${time}`))
    return { at, reason: 'no-such-date', detail: detailOf(`${date} ${cell('time')}`) };
  return { local: `${day.day}T${time}` };
}
