import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { MeasureDto } from '@inner-weather/contracts/measures/measures.dto';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { LINEAR, timesAsLong } from '@inner-weather/testing/processor-time';
import { toCsv } from './csv.js';

const ENTRY = {
  _id: 'one',
  content: 'Words',
  inputMood: 'Happy',
  location: 'Porto',
  tags: ['River', 'with Bea'],
  weatherData: 'Sunny',
  weatherStatus: 'ready',
  temperature: -3.5,
  neverSendToAi: false,
  checkIn: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  day: '2026-11-20',
  updatedAt: '2026-11-20T10:00:00.000Z',
} as EntryDto;

async function csvOf(changes: Partial<EntryDto> = {}, measures?: MeasureDto[]): Promise<string> {
  let text = '';
  const entries = async function* (): AsyncGenerator<EntryDto> {
    yield { ...ENTRY, ...changes };
  };
  for await (const part of toCsv(entries(), measures)) text += part;
  return text;
}

/** Cells as a reader finds them that splits at semicolons, tabs and line breaks, and takes white space off. */
const cellsOfAnotherReader = (csv: string): string[] => csv.split(/[;\t\r\n]/).map((cell) => cell.trim());

describe('the table of an export', () => {
  it('has a column for every field of an entry but its id, its state, and who set its values, the long text last', async () => {
    const [head] = (await csvOf()).split('\r\n');
    const columns = head!.replace('\uFEFF', '').split(',');
    expect(columns.slice(0, 3)).toEqual(['createdAt', 'updatedAt', 'day']);
    expect(columns.at(-1)).toBe('content');
    expect([...columns, '_id', 'weatherStatus', 'measures', 'ofDay'].sort()).toEqual([...ENTRY_NAMES].sort());
  });

  it('has a temperature below zero as a number, and an empty cell where there is none', async () => {
    expect(await csvOf()).toContain(',"Sunny","-3.5","false","false",');
    expect(await csvOf({ temperature: undefined })).toContain(',"Sunny","","false","false",');
  });

  it('has a column for each measure, behind the other fields and before the text', async () => {
    const measures = [
      { _id: 'sleep', name: 'Sleep, "deep"' },
      { _id: 'pain', name: 'Pain' },
    ] as MeasureDto[];
    const [head, row] = (await csvOf({ measures: { sleep: 450, gone: 3 } }, measures)).split('\r\n');
    expect(head).toMatch(/,"Sleep, ""deep""","Pain",content$/);
    expect(row).toMatch(/,"450","","Words"$/);
  });

  it('has all tags of an entry in one cell, and no formula among them', async () => {
    expect(await csvOf()).toContain('"River, with Bea"');
    const cells = cellsOfAnotherReader(await csvOf({ tags: ['=1+1', 'a;=2'] }));
    expect(cells.filter((cell) => /^"?=/.test(cell))).toEqual([]);
  });

  it.each([
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['\t@SUM(1)', `"'\t'@SUM(1)"`],
    ['＝1', `"'＝1"`],
  ])('has text in place of the formula %j', async (content, cell) => {
    expect(await csvOf({ content })).toContain(cell);
  });

  it.each([
    'a; =1+1',
    'a;\t\n=HYPERLINK("http://evil")',
    "a;-1+1|cmd|' /C calc'!A0",
    'a;+1;@SUM(1);＝1',
    'a\t=1',
    'a\r\n\r\n-1',
    '\n\n=1',
  ])('has no formula for a reader that splits elsewhere: %j', async (content) => {
    const cells = cellsOfAnotherReader(await csvOf({ content }));
    expect(cells.filter((cell) => /^"?[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  });

  it('leaves alone what is no formula', async () => {
    const words = 'well-known; a+b = c\nme@example.org;\tand so on';
    expect(await csvOf({ content: words })).toContain(`"${words}"`);
  });

  it('takes a time for a long line of white space that grows as it does', async () => {
    const write = (times: number) => csvOf({ content: `${' '.repeat(times)}${' ='.repeat(times / 2)}` });
    expect(await timesAsLong(write, 40_000)).toBeLessThan(LINEAR);
  });
});
