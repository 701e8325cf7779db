import { jest } from '@jest/globals';
import { LIMITS } from '@inner-weather/domain/limits';
import type { PartOfImport } from '../parts';
import { type Answer, type How, openDesk, PART, PARTS } from './desk';
import type { Outlook } from './outlook';
import type { Choices } from './to-entries';
import { understand } from './understand';
import type { ForeignEntry, Understood } from './understood';

const howWith = (choices: Partial<Choices> = {}, dayEndsAt = 0): How => ({
  choices: { zone: 'Europe/Lisbon', city: 'Porto', moods: {}, optional: {}, ...choices },
  words: {
    instead: { photo: '(a photo)', video: '', recording: '', file: '', encrypted: '' },
    part: `(${PART} of ${PARTS})`,
  },
  dayEndsAt,
});

const read = (files: File[], how = howWith()) => ({ ask: 'read' as const, files, reading: {}, how });

const ROWS = 1_000;
const ROWS_PER_DAY = 20;

/** Daylio's table with 20 entries a day. */
const longTable = () =>
  new File(
    [
      'full_date,date,weekday,time,mood,activities,note_title,note\n',
      ...Array.from({ length: ROWS }, (_, n) => {
        const day = new Date(Date.UTC(2024, 0, 1) - Math.floor(n / ROWS_PER_DAY) * 86_400_000);
        const time = `12:${10 + (n % ROWS_PER_DAY)}`;
        return `${day.toISOString().slice(0, 10)},,,${time},rad,walk,,"Words of ${n} ${'x'.repeat(600)}"\n`;
      }),
    ],
    'daylio.csv',
  );

const entry = (n: number, more: Partial<ForeignEntry> = {}): ForeignEntry => ({
  ...{ id: `test:${n}`, at: { line: n }, when: { local: '2024-03-22T21:15' }, words: `Evening ${n}` },
  ...{ tags: [], city: 'Lisbon', ...more },
});

/** What a page is told of these entries. */
async function outlookOf(
  entries: ForeignEntry[],
  { remarks = [], how = howWith() }: { remarks?: Understood['remarks']; how?: How } = {},
): Promise<Outlook> {
  let outlook: Outlook | undefined;
  const file = { source: 'Daylio', entries, notTaken: {}, refused: [], hints: [], remarks };
  const ask = openDesk(
    async () => file,
    (answer) => {
      if ('outlook' in answer) ({ outlook } = answer);
    },
  );
  await ask(read([], how));
  if (!outlook) throw new Error('It was not read.');
  return outlook;
}

afterEach(() => jest.restoreAllMocks());

describe('a long file', () => {
  it('costs a look at the clocks of its days, and the page gets little of it at a time', async () => {
    const asked = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const answers: Answer[] = [];
    const ask = openDesk(understand, (answer) => answers.push(answer));
    await ask(read([longTable()], howWith({ zone: 'Europe/Vilnius' })));
    // Its days, the ones beside them, and some with a change of the clocks: not each entry.
    expect(asked.mock.calls.length).toBeLessThan(ROWS / 4);
    expect(answers.at(-1)).toMatchObject({
      outlook: { count: ROWS },
      overview: { moodCounts: [['rad', ROWS]] },
    });
    expect(JSON.stringify(answers.at(-1)).length).toBeLessThan(10_000);
    await ask({ ask: 'take' });
    const parts = ROWS / LIMITS.importBatchMax;
    expect(answers.at(-1)).toMatchObject({ taken: { entries: ROWS, parts } });
    await ask({ ask: 'part', number: parts - 1 });
    const { part } = answers.at(-1) as { part: PartOfImport };
    expect(part).toHaveLength(LIMITS.importBatchMax);
    expect(part.at(-1)).toMatchObject({ at: { line: ROWS + 1 } });
  });

  it('is told of from its beginning to its end', async () => {
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (now += 50));
    const told: number[] = [];
    await openDesk(understand, (answer) => {
      if ('progress' in answer) told.push(answer.progress);
    })(read([longTable()]));
    expect(told.length).toBeGreaterThan(100);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told[0]).toBeLessThan(0.05);
    expect(told.at(-1)).toBeGreaterThan(0.95);
    expect(told.at(-1)).toBeLessThanOrEqual(1);
  });
});

describe('what the page says before', () => {
  it('has the first and the last entry by their days', async () => {
    const night = { local: '2024-03-23T00:30' };
    const ends = async (entries: ForeignEntry[]) => (await outlookOf(entries, { how: howWith({}, 3) })).ends;
    expect(await ends([entry(1, { when: night })])).toEqual({
      first: expect.objectContaining({ day: '2024-03-22', content: 'Evening 1' }),
    });
    expect(await ends([entry(2), entry(1, { when: night })])).toMatchObject({
      first: { day: '2024-03-22', content: 'Evening 2' },
      last: { day: '2024-03-22', content: 'Evening 1' },
    });
  });

  it('counts a long entry that becomes two, and shows its beginning once', async () => {
    const outlook = await outlookOf([entry(1, { words: 'x '.repeat(LIMITS.contentMax / 2 + 1) })]);
    expect(outlook).toMatchObject({ count: 2, split: { entries: 1, parts: 2 } });
    expect(outlook.ends?.last).toBeUndefined();
    expect(outlook.ends?.first.content).toMatch(/^x x/);
  });

  it('has no remarks on what is left out', async () => {
    const copies = [1, 2].map((n) => entry(n, { at: { file: `${n}.md`, line: 3 }, optional: 'copy' }));
    const remarks = [1, 2].map((n) => ({ at: { file: `${n}.md` }, remark: 'same-day-twice' as const }));
    expect(await outlookOf(copies, { remarks })).toMatchObject({ count: 0, remarks: { count: 0 } });
    const how = howWith({ optional: { copy: true } });
    expect(await outlookOf(copies, { remarks, how })).toMatchObject({ count: 2, remarks: { count: 2 } });
  });

  it('leaves out what the server would refuse of an export of this app', async () => {
    const own = (n: number, more: object) =>
      entry(n, {
        own: { content: 'Words', location: 'Porto', createdAt: '2024-05-05T10:00:00.000Z', ...more },
      });
    const outlook = await outlookOf([
      own(1, {}),
      own(2, { createdAt: '1850-01-01T10:00:00.000Z' }),
      own(3, { createdAt: '2023-02-30T10:00:00.000Z' }),
      own(4, { createdAt: 5 }),
      own(5, { content: ' ' }),
      own(6, { content: {} }),
      own(7, { content: 'x'.repeat(LIMITS.contentMax + 1) }),
      own(8, { content: '', checkIn: true, inputMood: 'Happy' }),
      own(9, { content: '', photos: ['1'.repeat(24)] }),
    ]);
    expect(outlook.count).toBe(3);
    expect(outlook.refused.first.map(({ at, reason }) => [at.line, reason])).toEqual([
      [2, 'date-out-of-range'],
      [3, 'no-such-date'],
      [4, 'no-date'],
      [5, 'no-words'],
      [6, 'unreadable'],
      [7, 'too-long'],
    ]);
  });
});
