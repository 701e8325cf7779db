import { jest } from '@jest/globals';
import { LIMITS } from '@inner-weather/domain/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { importReport, measure } from '../../../../test/builders';
import { json, problem } from '../../../../test/fake-server';
import { fakeImportWorker } from '../../../../test/fake-import-worker';
import { textFile } from '../../../../test/files';
import type { Check } from '../api/check-entries';
import { type ForeignEntry, ImportFailure, type Reading, type Understood } from '../understand/understood';

/** What the server says before the start. */
let check: () => Promise<Check>;
jest.unstable_mockModule('../api/check-entries', () => ({ checkEntries: () => check() }));
const { openApp, serverOfAna } = await import('../../../../test/render-app');
const { forgetJob } = await import('../job');

const IMPORT = 'POST /api/journal/import';

/** What the worker understands of any file. Its own tests are in understand/. */
let answer: (reading: Reading) => Understood | Promise<Understood>;

const entry = (n: number, more: Partial<ForeignEntry> = {}): ForeignEntry => ({
  id: `test:${n}`,
  at: { line: n },
  when: { local: `2024-03-${String(n).padStart(2, '0')}T21:15`, zone: 'Europe/Lisbon' },
  words: `Evening ${n}`,
  tags: [],
  city: 'Lisbon',
  weather: { text: 'Sunny' },
  ...more,
});

const understood = (more: Partial<Understood> = {}): Understood => ({
  source: 'Daylio',
  entries: [entry(1), entry(2)],
  notTaken: {},
  refused: [],
  remarks: [],
  hints: [],
  ...more,
});

const report = (over: Parameters<typeof importReport>[0] = {}) => importReport({ added: 2, ...over });

let server: ReturnType<typeof serverOfAna>;

async function give() {
  const app = openApp('/import');
  await app.person.upload(await screen.findByLabelText('File to import'), textFile('any'));
  return app;
}

function choose(file: Understood) {
  answer = () => file;
  return give();
}

async function chooseAndStart(file: Understood) {
  const app = await choose(file);
  await app.person.click(await screen.findByRole('button', { name: 'Start' }));
  return app;
}

const start = () => screen.getByRole('button', { name: 'Start' });

beforeEach(() => {
  server = serverOfAna();
  check = () => Promise.reject(new Error('Nobody answers.'));
  fakeImportWorker((reading) => answer(reading));
});

afterEach(() => {
  jest.useRealTimers();
  return forgetJob();
});

describe('the preview of an import', () => {
  it('says what comes in, what stays in the file and what is skipped, and asks for nothing that the file says', async () => {
    await choose(
      understood({
        notTaken: { photos: 312 },
        refused: [{ at: { line: 7 }, reason: 'no-such-date', detail: '2024-02-30' }],
      }),
    );
    expect(await screen.findByRole('heading', { name: '2 entries from Daylio' })).toBeInTheDocument();
    expect(screen.getByText('From 1 Mar 2024 to 2 Mar 2024.')).toBeInTheDocument();
    expect(screen.getByText('312 photos')).toBeInTheDocument();
    const list = screen.getByText('1 entry will be skipped').closest('details') as HTMLElement;
    expect(within(list).getByText('Line 7')).toBeInTheDocument();
    expect(within(list).getByText('2024-02-30')).toBeInTheDocument();
    await screen.findByRole('heading', { name: 'First and last day' });
    expect(screen.queryByRole('heading', { name: 'Where and when' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Moods' })).not.toBeInTheDocument();
  });

  it('counts the entries that hang on a box, and those that it leaves out', async () => {
    const { person } = await choose(
      understood({
        entries: [
          entry(1),
          entry(2, { optional: ['archived', 'list'] }),
          entry(3, { optional: 'folder:Diary' }),
          entry(4, { optional: 'folder:' }),
        ],
        wanted: ['folder:Diary'],
      }),
    );
    const box = (name: RegExp) => screen.getByRole('checkbox', { name });
    expect(await screen.findByRole('heading', { name: '2 entries from Daylio' })).toBeInTheDocument();
    expect(screen.getByText('1 archived entry')).toBeInTheDocument();
    expect(screen.getByText('1 note without a day of its own')).toBeInTheDocument();
    expect(box(/^Import notes of .*Diary.* \(1\)$/)).toBeChecked();
    expect(box(/^Import other notes without .* \(1\)$/)).not.toBeChecked();
    await person.click(box(/^Import archived entries, too \(1\)$/));
    expect(await screen.findByText('1 list or to-do')).toBeInTheDocument();
    await person.click(box(/^Import lists and to-dos, too \(1\)$/));
    await person.click(box(/Diary/));
    expect(await screen.findByText('2 notes without a day of their own')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: '2 entries from Daylio' })).toBeInTheDocument();
  });

  it('does not start while the order of a date is open', async () => {
    server.on(IMPORT, () => json(200, report({ added: 1 })));
    const { person } = await chooseAndStart(
      understood({ entries: [entry(1, { when: { numbers: [3, 4, 2024] } })] }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Choose which date is meant.');
    await person.click(screen.getByRole('radio', { name: '4 Mar 2024' }));
    await person.click(start());
    expect(await screen.findByRole('heading', { name: '1 entry added.' })).toBeInTheDocument();
    expect(server.requests(IMPORT)[0]?.body).toMatchObject({
      entries: [{ createdAt: expect.stringMatching(/^2024-03-04T12:00/) }],
    });
  });

  it('sends each mood as the person chose, and keeps the name of one that is not alone', async () => {
    server.on(IMPORT, () => json(200, report()));
    const { person } = await choose(
      understood({
        entries: [entry(1, { mood: 'bad' }), entry(2, { mood: 'awful' })],
        moods: { bad: 'Sad', awful: 'Angry' },
      }),
    );
    await person.selectOptions(await screen.findByLabelText('Mood for awful'), 'Sad');
    expect(screen.getByText('The word “awful” stays as a tag.')).toBeInTheDocument();
    await person.click(start());
    await screen.findByRole('heading', { name: '2 entries added.' });
    expect(server.requests(IMPORT)[0]?.body).toMatchObject({
      import: { source: 'Daylio' },
      entries: [
        { inputMood: 'Sad', tags: ['bad'] },
        { inputMood: 'Sad', tags: ['awful'] },
      ],
    });
  });

  it('makes the measures that are not here yet, and leaves out those that somebody does not want', async () => {
    const [SLEEP, PAIN, STEPS] = ['1', '2', '3'].map((n) => `0000000${n}-0000-0000-0000-000000000000`) as [
      string,
      string,
      string,
    ];
    const OURS = '00000009-0000-0000-0000-000000000000';
    const puts = `PUT /api/measures/${PAIN}`;
    const others = Array.from({ length: 19 }, (_, n) =>
      measure({ _id: `1000000${n % 10}-0000-0000-0000-0000000000${10 + n}`, name: `Another ${n}` }),
    );
    server
      .on(IMPORT, () => json(200, report()))
      // All that may be asked at a time are here already; sleep is among them.
      .on('GET /api/measures', () =>
        json(200, { measures: [measure({ _id: OURS, name: 'sleep ' }), ...others] }),
      )
      .on(puts, ({ body }) => json(200, { _id: PAIN, ...(body as object) }));
    const { person } = await choose(
      understood({
        measures: [
          measure({ _id: SLEEP }),
          measure({ _id: PAIN, name: 'Pain', kind: 'scale-10' }),
          measure({ _id: STEPS, name: 'Steps', kind: 'number' }),
        ],
        entries: [
          entry(1, { measures: { [SLEEP]: 450, [STEPS]: 12 } }),
          entry(2, { measures: { [PAIN]: 4, [SLEEP]: 400 } }),
        ],
      }),
    );
    expect(await screen.findByText('2 values, such as 7h 30m')).toBeInTheDocument();
    await person.click(screen.getByRole('checkbox', { name: 'Steps' }));
    await person.click(start());
    await screen.findByRole('heading', { name: '2 entries added.' });
    expect(server.requests(IMPORT)[0]?.body).toMatchObject({
      entries: [{ measures: { [OURS]: 450 } }, { measures: { [PAIN]: 4, [OURS]: 400 } }],
    });
    expect(server.requests(puts).map(({ body }) => body)).toMatchObject([{ name: 'Pain', archived: true }]);
  });

  it('maps two measures of a file to two, of the same name too, so that no value is lost', async () => {
    const [KNOWN, SAME, THIRD, FREE] = ['1', '2', '3', '9'].map(
      (n) => `0000000${n}-0000-0000-0000-000000000000`,
    ) as [string, string, string, string];
    const pain = (_id: string) => measure({ _id, name: 'Pain', kind: 'number', askedOn: 'never' });
    const puts = `PUT /api/measures/${THIRD}`;
    server
      .on(IMPORT, () => json(200, report()))
      .on('GET /api/measures', () => json(200, { measures: [pain(KNOWN), pain(FREE)] }))
      .on(puts, ({ body }) => json(200, { _id: THIRD, ...(body as object) }));
    const values = { [SAME]: 2, [THIRD]: 3, [KNOWN]: 1 };
    const file = understood({
      measures: [SAME, THIRD, KNOWN].map(pain),
      entries: [entry(1, { measures: values }), entry(2)],
    });
    await chooseAndStart(file);
    await screen.findByRole('heading', { name: '2 entries added.' });
    expect(server.requests(IMPORT)[0]?.body).toMatchObject({
      entries: [{ measures: { [FREE]: 2, [THIRD]: 3, [KNOWN]: 1 } }, {}],
    });
    expect(server.requests(puts)).toHaveLength(1);
  });

  it('does not start with more measures than somebody may have', async () => {
    const idOf = (n: number) => `${String(n).padStart(8, '0')}-0000-0000-0000-000000000000`;
    const numbered = (n: number) =>
      measure({ _id: idOf(n), name: `Number ${n}`, kind: 'number', askedOn: 'never', archived: true });
    const measures = Array.from({ length: 60 }, (_, n) => numbered(n));
    server.on('GET /api/measures', () => json(200, { measures }));
    const entries = [entry(1, { measures: { [idOf(99)]: 1 } })];
    await chooseAndStart(understood({ measures: [numbered(99)], entries }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/61 measures, and 60 is the limit/);
    expect(server.requests(IMPORT)).toEqual([]);
  });

  it('sends what was chosen last, even if the preview does not show it yet', async () => {
    server.on(IMPORT, () => json(200, report()));
    const local = { when: { local: '2024-03-01T21:15' } };
    await choose(understood({ entries: [entry(1, local), entry(2, local)] }));
    const zone = await screen.findByLabelText<HTMLSelectElement>('Time zone of these entries');
    // Not by user events, which wait until the preview shows it.
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    zone.value = 'Asia/Tokyo';
    zone.dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
    start().click();
    environment.IS_REACT_ACT_ENVIRONMENT = true;
    await screen.findByRole('heading', { name: '2 entries added.' });
    const tokyo = '2024-03-01T21:15:00.000+09:00';
    expect(server.requests(IMPORT)[0]?.body).toMatchObject({
      entries: [{ createdAt: tokyo }, { createdAt: tokyo }],
    });
  });

  it('keeps each choice of a column while the file is read again, and starts only after that', async () => {
    server.on(IMPORT, () => json(200, report()));
    const table = { columns: ['Day', 'One', 'Two'], rows: [['2024-03-01', 'a', 'b']] };
    const read = (roles: NonNullable<Reading['roles']>) => understood({ table: { ...table, roles } });
    const { person } = await choose(read(['date', null, null]));
    const column = (name: RegExp) => screen.getByLabelText(name);
    await screen.findByLabelText(/One.* is$/);
    const readings: (() => void)[] = [];
    answer = ({ roles = [] }) => new Promise((resolve) => readings.push(() => resolve(read(roles))));
    await person.selectOptions(column(/One.* is$/), 'words');
    expect(column(/One.* is$/)).toHaveValue('words');
    await person.selectOptions(column(/Two.* is$/), 'tags');
    await person.click(start());
    expect(start()).toHaveAttribute('aria-disabled', 'true');
    for (const end of readings) end();
    await waitFor(() => expect(start()).not.toHaveAttribute('aria-disabled'));
    expect(column(/One.* is$/)).toHaveValue('words');
    expect(column(/Two.* is$/)).toHaveValue('tags');
    expect(server.requests(IMPORT)).toEqual([]);
    await person.click(start());
    expect(await screen.findByRole('heading', { name: '2 entries added.' })).toBeInTheDocument();
  });

  it('reads a file with the languages of the browser and of the page', async () => {
    let languages: Reading['languages'];
    answer = (reading) => {
      ({ languages } = reading);
      return understood();
    };
    await give();
    await screen.findByRole('button', { name: 'Start' });
    expect(languages).toEqual([...navigator.languages, 'en']);
  });

  it('calls notes notes, and tells photos that are missing from those that stay in the file', async () => {
    await choose(
      understood({
        refused: ['a.md', 'b.txt'].map((file) => ({ at: { file }, reason: 'not-a-daily-note' })),
        notTaken: { missingPhotos: 2 },
      }),
    );
    await screen.findByText('2 notes will be skipped');
    expect(screen.getByText('2 photos are named in the file, but are not in it.')).toBeInTheDocument();
    expect(screen.queryByText('They stay in the file, so keep it.')).toBeNull();
  });

  it('does not start without entries, and says why; what a box leaves out is counted', async () => {
    const copies = [entry(1, { optional: 'copy' }), entry(2, { optional: 'copy' })];
    const { person } = await choose(understood({ entries: copies }));
    const button = await screen.findByRole('button', { name: 'Start' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/^There is nothing to import/);
    expect(screen.getByText('2 copies')).toBeInTheDocument();
    await person.click(screen.getByRole('checkbox', { name: /^Import copies .*\(2\)$/ }));
    expect(await screen.findByRole('heading', { name: '2 entries from Daylio' })).toBeInTheDocument();
    expect(button).not.toHaveAttribute('aria-disabled');
    expect(button).not.toHaveAccessibleDescription();
    expect(screen.queryByText('2 copies')).toBeNull();
  });

  it('says what is here already, what the server would refuse, and when there is no room', async () => {
    check = async () => ({
      ...{ alreadyThere: 1, changed: 2, deleted: 1, bytes: 3e6 },
      refused: [{ at: { line: 2 }, text: 'Choose a past date' }],
    });
    server.on('GET /api/user/me/storage', () => json(200, { usedBytes: 248e6, maxBytes: 250e6 }));
    await choose(understood());
    expect(await screen.findByText('1 of them is already in your journal.')).toBeInTheDocument();
    expect(screen.getByText(/^2 of them are already here with different contents/)).toBeInTheDocument();
    expect(screen.getByText(/^1 of them was deleted here not long ago/)).toBeInTheDocument();
    expect(
      await screen.findByText(/^They take up 3 MB, but your journal has only 2 MB left/),
    ).toBeInTheDocument();
    const list = screen.getByText('1 entry will be skipped').closest('details') as HTMLElement;
    expect(within(list).getByText('Choose a past date')).toBeInTheDocument();
  });

  it('can be cancelled while the file is read, says why another cannot be read, and takes a third', async () => {
    answer = () => new Promise<Understood>(() => undefined);
    const { person } = await give();
    expect(await screen.findByRole('progressbar', { name: 'Reading your file…' })).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a file' })).not.toHaveAttribute('aria-disabled');
    answer = () => {
      throw new ImportFailure('encrypted', 'DailyTxT');
    };
    await person.upload(screen.getByLabelText('File to import'), textFile('any'));
    expect(await screen.findByRole('alert')).toHaveTextContent('encrypted with your password in DailyTxT');
    answer = () => understood();
    await person.upload(screen.getByLabelText('File to import'), textFile('any'));
    expect(await screen.findByRole('heading', { name: '2 entries from Daylio' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('an import', () => {
  const many = understood({
    entries: Array.from({ length: 201 }, (_, n) => entry((n % 28) + 1, { id: `${n}` })),
  });

  it('waits where the server takes no more, says until when, and goes on by itself', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let isFull = true;
    server.on(IMPORT, ({ body }) => {
      const { length } = (body as { entries: object[] }).entries;
      if (!isFull) return json(200, importReport({ added: length }));
      const refusal = problem(429, 'Too many.');
      refusal.headers.set('retry-after', '1800');
      return refusal;
    });
    await chooseAndStart(many);
    expect(
      await screen.findByText(/^Hourly import limit reached\. It continues at \d\d:\d\d\./),
    ).toBeInTheDocument();
    isFull = false;
    await act(() => jest.advanceTimersByTimeAsync(1_790_000));
    expect(server.requests(IMPORT)).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(await screen.findByRole('heading', { name: '201 entries added.' })).toBeInTheDocument();
  });

  it('stops where the server refuses a part, and goes on when the person says so', async () => {
    let parts = 0;
    server.on(IMPORT, () => {
      parts += 1;
      return parts === 2 ? problem(413, 'Your journal is full.') : json(200, report({ added: 100 }));
    });
    const { person } = await chooseAndStart(many);
    expect(await screen.findByText('Your journal is full.')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Import' })).toHaveAttribute('value', '100');
    expect(screen.getByText('100 of 201 entries')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Continue now' }));
    expect(await screen.findByRole('heading', { name: '300 entries added.' })).toBeInTheDocument();
  });

  it('offers only to stop where it was undone on another device', async () => {
    server.on(IMPORT, () => json(409, { code: 'import_undone', errors: [{ msg: 'It was undone.' }] }));
    const { person } = await chooseAndStart(many);
    expect(await screen.findByText('It was undone.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Continue now' })).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Stop here' }));
    expect(screen.queryByText('It was undone.')).not.toBeInTheDocument();
  });

  it('names entries that were deleted here, and adds them again if the person wants it', async () => {
    server.on(IMPORT, ({ body }) =>
      json(
        200,
        (body as { restoreDeleted: boolean }).restoreDeleted
          ? report({ added: 1 })
          : report({ added: 1, deleted: 1, deletedIndexes: [1] }),
      ),
    );
    const { person } = await chooseAndStart(understood());
    await person.click(await screen.findByText(/^1 entry was deleted here not long ago/));
    expect(screen.getByText('Evening 2')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Add them again' }));
    expect(await screen.findByRole('heading', { name: '2 entries added.' })).toBeInTheDocument();
    expect(server.requests(IMPORT).at(-1)?.body).toMatchObject({
      restoreDeleted: true,
      entries: [{ content: 'Evening 2' }],
    });
  });

  it('names entries that are here with other words, and adds them if the person wants it', async () => {
    server.on(IMPORT, ({ body }) =>
      json(
        200,
        (body as { addChanged?: boolean }).addChanged
          ? report({ added: 1 })
          : report({ added: 0, alreadyThere: 2, changed: 1, changedIndexes: [1] }),
      ),
    );
    const { person } = await chooseAndStart(understood());
    await person.click(await screen.findByText(/^1 entry is already here with different contents/));
    expect(screen.getByText('Evening 2')).toBeInTheDocument();
    expect(screen.getByText(/^1 entry was already there/)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Add them as entries of their own' }));
    expect(await screen.findByRole('heading', { name: '1 entry added.' })).toBeInTheDocument();
    expect(screen.queryByText(/with different contents/)).not.toBeInTheDocument();
    expect(server.requests(IMPORT).map(({ body }) => body)).toMatchObject([
      { entries: [{}, {}] },
      { addChanged: true, entries: [{ content: 'Evening 2' }] },
    ]);
  });

  it('adds long entries again in requests that the server takes', async () => {
    server.on(IMPORT, ({ body }) => {
      const { entries, restoreDeleted } = body as { entries: object[]; restoreDeleted: boolean };
      const deletedIndexes = restoreDeleted ? [] : entries.map((_, index) => index);
      return json(200, report({ added: restoreDeleted ? entries.length : 0, deletedIndexes }));
    });
    const long = Array.from({ length: 60 }, (_, n) =>
      entry((n % 28) + 1, { id: `${n}`, words: 'x'.repeat(9_000) }),
    );
    const { person } = await chooseAndStart(understood({ entries: long }));
    await person.click(await screen.findByRole('button', { name: 'Add them again' }));
    expect(await screen.findByRole('heading', { name: '60 entries added.' })).toBeInTheDocument();
    const sizes = server.requests(IMPORT).map(({ body }) => JSON.stringify(body).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMITS.bodyBytesMax);
  });
});
