import { createHash, randomUUID } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type {
  ImportReportDto,
  PastImportsDto,
  UndoneImportDto,
} from '@inner-weather/contracts/journal/import.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { eventually } from '@inner-weather/testing/eventually';
import { UNKNOWN_CITY } from '@inner-weather/testing/fake-weather';
import { unzipSync } from 'fflate';
import { Api, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { newSubscription } from '../support/every-route.js';
import { exportAnswer, exportOf, importInto } from '../support/export.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const MINE = { content: 'Words', location: 'Porto', createdAt: '2020-02-29T10:00:00.000Z' };
const ALL_TIMES = { startDate: '1900-01-01', endDate: '2100-01-01' };

/** An entry without its id, which differs between journals. */
const withoutId = ({ _id, ...rest }: EntryDto) => rest;
const entriesOf = async (person: Person): Promise<EntryDto[]> => (await person.search(ALL_TIMES)).body;

describe('an export', () => {
  let ada: Person;
  let accessToken: string;

  beforeAll(async () => {
    ada = await api.signUp();
    for (const content of [
      '=HYPERLINK("http://evil")',
      'He said "so",\nand left',
      '\t@SUM(1)',
      'Plain words',
    ]) {
      await ada.write({ content, inputMood: 'Sad', weatherData: 'Sunny' });
    }
    await ada.stamped((await ada.write({ location: UNKNOWN_CITY }))._id);
    accessToken = (await ada.createAccessToken({ name: 'Backup' })).token;
    await ada.request('POST', '/api/reminders/subscriptions', { body: newSubscription() });
    const letter = { on: true, weekday: 6, time: '20:00', byMail: false, wordsInMail: false };
    await ada.request('PUT', '/api/reminders/letter', { body: letter });
    await ada.finished((await ada.request<{ id: string }>('POST', '/api/insights', { body: {} })).body.id);
  });

  it('is one ZIP of everything: account, sessions, access tokens, reminders, entries and insights', async () => {
    const { headers, json, files, notes } = await exportOf(ada);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="inner-weather-20\d\d-\d\d-\d\d\.zip"$/,
    );
    const days = [...new Set(json.entries.map(({ day }) => day))];
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'inner-weather.json',
      'entries.csv',
      'insights.md',
      'daylio.csv',
      'day-one.zip',
      ...days.map((day) => `markdown/${day}.md`),
    ]);
    expect(json).toMatchObject({ format: 'inner-weather-export', version: 1 });
    expect(json.account).toEqual((await ada.request('GET', '/api/user/me')).body);
    expect(json.sessions).toEqual((await ada.request('GET', '/api/user/me/sessions')).body);
    expect(json.accessTokens).toEqual((await ada.request('GET', '/api/user/me/access-tokens')).body);
    expect(json.accessTokens).toMatchObject([{ name: 'Backup' }]);
    const hash = createHash('sha256').update(accessToken).digest('hex');
    for (const secret of [accessToken, hash]) expect(files['inner-weather.json']).not.toContain(secret);
    const { body: reminders } = await ada.request<object>('GET', '/api/reminders');
    expect(reminders).toEqual({ ...json.reminders, vapidPublicKey: expect.any(String) });
    expect(json.reminders.devices).toHaveLength(1);
    expect(json.reminders.letter).toMatchObject({ on: true, weekday: 6, byMail: false, wordsInMail: false });
    expect(json.entries).toEqual(await entriesOf(ada));
    expect(json.entries).toHaveLength(5);
    const { body } = await ada.request<{ items: unknown[] }>('GET', '/api/insights');
    expect(json.insights).toEqual(body.items);
    const diary = Object.values(notes).join('');
    expect(diary).toMatch(/^---\nmood:\n {2}- "Sad"\n(.*\n)*?---\n\n## \d\d:\d\d\n\n\*/);
    expect(diary).toContain('*Sad · Porto · Sunny*\n\nPlain words\n');
    expect(files['insights.md']).toContain('## Your week, Ada');
  });

  it('has a table without formulas for a spreadsheet, and leaves the text unchanged in the other files', async () => {
    const { files, notes, json } = await exportOf(ada);
    const csv = files['entries.csv'] ?? '';
    expect(csv).toMatch(
      /^\uFEFFcreatedAt,updatedAt,day,inputMood,location,tags,weatherData,temperature,neverSendToAi,checkIn,content\r\n"/,
    );
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"\r\n`);
    expect(csv).toContain(`"'\t'@SUM(1)"\r\n`);
    expect(csv).toContain('"He said ""so"",\nand left"\r\n');
    expect(csv).toContain('"Plain words"\r\n');
    expect(json.entries.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['=HYPERLINK("http://evil")', '\t@SUM(1)']),
    );
    expect(Object.values(notes).join('')).toContain('\n=HYPERLINK("http://evil")\n');
    expect(files['daylio.csv']).toContain(`,"'=HYPERLINK(""http://evil"")"\n`);
  });

  it('is not a valid ZIP when it was interrupted', async () => {
    const whole = new Uint8Array(await (await exportAnswer(ada)).arrayBuffer());
    expect(() => unzipSync(whole.subarray(0, whole.length - 30))).toThrow();
  });

  it('needs a token', async () => {
    expectProblem(await api.request('GET', '/api/user/me/export'), 401, 'unauthenticated');
  });
});

describe('an import', () => {
  let bea: Person;

  beforeEach(async () => {
    bea = await api.signUp({ firstName: 'Bea' });
  });

  it('keeps the local days and times of entries, and an export contains them', async () => {
    const times = [
      '2026-03-02T00:30:00.000+09:00',
      '2026-03-01T23:10:00.000-10:00',
      '2026-03-01T12:00:00.000Z',
    ];
    await importInto(
      bea,
      times.map((createdAt) => ({ ...MINE, createdAt })),
    );
    const { json, files, notes } = await exportOf(bea);
    expect(json.entries.map(({ createdAt }) => createdAt)).toEqual(times);
    expect(Object.entries(notes).map(([day, note]) => [day, note.match(/^## .*$/gm)])).toEqual([
      ['2026-03-02', ['## 00:30']],
      ['2026-03-01', ['## 12:00', '## 23:10']],
    ]);
    expect(files['entries.csv']).toContain(`"${times[0]}"`);
  });

  it('imports a whole export into a new account once, and an export of that account is equal', async () => {
    const ada = await api.signUp();
    await ada.write({
      content: 'One',
      weatherData: 'Sunny',
      tags: ['River', 'with Bea'],
      neverSendToAi: true,
    });
    const { _id } = await ada.write({ content: 'Two', inputMood: 'Angry' });
    await ada.stamped(_id);
    await ada.request('PUT', `/api/journal/update/${_id}`, {
      body: { content: 'Two, changed', inputMood: 'In own words', location: 'Porto' },
    });
    await ada.stamped((await ada.write({ location: UNKNOWN_CITY }))._id);
    const { json, files, notes } = await exportOf(ada);
    const { entries } = json;
    expect(entries.find((one) => one._id === _id)).toMatchObject({ temperature: 21.4 });
    expect(files['entries.csv']).toContain(',"Sunny","21.4",');
    expect(Object.values(notes).join('')).toContain('*In own words · Porto · Sunny, 21\u00a0°C*');

    expect((await importInto(bea, entries)).body).toEqual({
      added: 3,
      alreadyThere: 0,
      deleted: 0,
      deletedIndexes: [],
      labelsInText: 0,
      labelsLeftOut: 0,
      lookedUp: 0,
      refused: [],
    });
    const again = (await exportOf(bea)).json.entries;
    expect(again.map(withoutId)).toEqual(entries.map(withoutId));
    for (const file of [entries, again]) {
      expect((await importInto(bea, file)).body).toEqual({
        added: 0,
        alreadyThere: 3,
        deleted: 0,
        deletedIndexes: [],
        labelsInText: 0,
        labelsLeftOut: 0,
        lookedUp: 0,
        refused: [],
      });
    }
    expect((await importInto(ada, entries)).body).toEqual({
      added: 0,
      alreadyThere: 3,
      deleted: 0,
      deletedIndexes: [],
      labelsInText: 0,
      labelsLeftOut: 0,
      lookedUp: 0,
      refused: [],
    });
    expect(await entriesOf(ada)).toEqual(entries);
    const cleo = await api.signUp({ firstName: 'Cleo' });
    expect((await importInto(cleo, entries)).body).toEqual({
      added: 3,
      alreadyThere: 0,
      deleted: 0,
      deletedIndexes: [],
      labelsInText: 0,
      labelsLeftOut: 0,
      lookedUp: 0,
      refused: [],
    });
    expect(await entriesOf(bea)).toEqual(again);
  });

  it('creates each entry once, even in simultaneous requests or twice in one request', async () => {
    const entries = Array.from({ length: 30 }, (_, n) => ({ ...MINE, _id: `id-${n}` }));
    const reports = await Promise.all(
      Array.from({ length: 6 }, () => importInto(bea, [...entries, ...entries])),
    );
    expect(reports.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(reports.reduce((sum, { body }) => sum + body.added, 0)).toBe(30);
    expect(await entriesOf(bea)).toHaveLength(30);
  });

  it('recognizes an entry without an id by its contents', async () => {
    expect((await importInto(bea, [MINE, { ...MINE, content: 'Other words' }])).body.added).toBe(2);
    expect((await importInto(bea, [MINE])).body).toMatchObject({ added: 0, alreadyThere: 1 });
  });

  it('restores entries deleted since, and leaves entries changed since unchanged', async () => {
    const [gone, changed] = [await bea.write({ content: 'Gone' }), await bea.write({ content: 'Kept' })];
    const { entries } = (await exportOf(bea)).json;
    await bea.request('DELETE', `/api/journal/delete/${gone._id}`);
    await bea.request('PUT', `/api/journal/update/${changed._id}`, {
      body: { content: 'Changed', inputMood: 'Sad', location: 'Porto' },
    });
    expect((await importInto(bea, entries)).body).toMatchObject({ added: 1, alreadyThere: 1 });
    expect((await entriesOf(bea)).map(({ content }) => content).sort()).toEqual(['Changed', 'Gone']);
  });

  it("neither changes nor reveals another's entry with the same id", async () => {
    const ada = await api.signUp();
    const hers = await ada.write({ content: 'Hers', weatherData: 'Sunny' });
    const { body } = await importInto(bea, [{ ...MINE, _id: hers._id }]);
    expect(body).toMatchObject({ added: 1, alreadyThere: 0, lookedUp: 0, refused: [] });
    expect((await entriesOf(bea)).map(({ content, _id }) => [content, _id === hers._id])).toEqual([
      ['Words', false],
    ]);
    expect(await entriesOf(ada)).toEqual([hers]);
  });

  it('can be undone until the entries are edited, and made again', async () => {
    const entries = [MINE, { ...MINE, content: 'Other words' }, { ...MINE, content: 'Edited' }];
    const origin = { id: randomUUID(), source: 'Day One' };
    const put = (options = {}) =>
      bea.request<ImportReportDto>('POST', '/api/journal/import', {
        body: { entries, import: origin, ...options },
      });
    const undo = (person: Person) =>
      person.request<UndoneImportDto>('DELETE', `/api/journal/imports/${origin.id}`);
    const importsOf = async (person: Person) =>
      (await person.request<PastImportsDto>('GET', '/api/journal/imports')).body.imports;
    expect((await put()).body).toMatchObject({ added: 3, deleted: 0 });
    const edited = (await entriesOf(bea)).find(({ content }) => content === 'Edited');
    await bea.request('PUT', `/api/journal/update/${edited?._id}`, {
      body: { content: 'Edited since', inputMood: 'Sad', location: 'Porto' },
    });
    expect(await importsOf(bea)).toEqual([{ ...origin, startedAt: expect.any(String), entries: 2 }]);
    expect(JSON.stringify((await exportOf(bea)).json)).not.toContain(origin.id);
    const ada = await api.signUp();
    expect(await importsOf(ada)).toEqual([]);
    expectProblem(await undo(ada), 404, 'not_found');

    expect(await undo(bea)).toMatchObject({ status: 200, body: { deleted: 2, remaining: 0 } });
    expect((await entriesOf(bea)).map(({ content }) => content)).toEqual(['Edited since']);
    expectProblem(await undo(bea), 404, 'not_found', 'There is no import that could be undone.');
    expect((await put()).body).toMatchObject({ added: 0, deleted: 2, alreadyThere: 1 });
    await eventually(async () =>
      expect((await put({ restoreDeleted: true })).body).toMatchObject({
        added: 2,
        deleted: 0,
        alreadyThere: 1,
      }),
    );
    expect(await importsOf(bea)).toMatchObject([{ id: origin.id, entries: 2 }]);
  });

  it('looks up the weather of new entries without one, and keeps their times', async () => {
    const createdAt = new Date(Date.now() - 60_000).toISOString();
    await importInto(bea, [
      { ...MINE, updatedAt: '2021-01-01T00:00:00+01:00' },
      { ...MINE, createdAt },
    ]);
    const [recent, old] = await entriesOf(bea);
    expect(recent).toMatchObject({ createdAt, updatedAt: createdAt });
    expect(old).toMatchObject({ createdAt: MINE.createdAt, updatedAt: '2020-12-31T23:00:00.000Z' });
    await eventually(async () =>
      expect(await entriesOf(bea)).toMatchObject([
        { weatherData: 'Sunny', weatherStatus: 'ready', temperature: 21.4 },
        { weatherStatus: 'unavailable' },
      ]),
    );
  });

  it('reports the reasons for each refused entry, and accepts the others', async () => {
    const { status, body } = await importInto(bea, [
      MINE,
      {},
      { ...MINE, content: ' ' },
      { ...MINE, content: { $ne: null } },
      { ...MINE, content: 'x'.repeat(LIMITS.contentMax + 1) },
      { ...MINE, createdAt: '2020-02-30T10:00:00Z' },
      { ...MINE, createdAt: '2999-01-01T10:00:00Z' },
      { ...MINE, createdAt: 'yesterday' },
      { ...MINE, _id: { $gt: '' } },
      { ...MINE, location: '', weatherStatus: 'cloudy', temperature: 71, neverSendToAi: 'no' },
      {
        ...MINE,
        content: 'Other words',
        constructor: { name: 'Evil' },
        prototype: 1,
        userId: 'another',
        outbox: {},
      },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ added: 2, alreadyThere: 0 });
    const wrongTime = 'createdAt must be a time such as 2026-11-21T18:30:00Z, from 1900 to now';
    expect(body.refused.map(({ index, reasons }) => ({ index, reasons }))).toEqual([
      { index: 1, reasons: ['Content must be text', 'Location must be text', wrongTime] },
      { index: 2, reasons: ['Content must not be empty'] },
      { index: 3, reasons: ['Content must be text'] },
      { index: 4, reasons: ['Content must have at most 20000 characters'] },
      { index: 5, reasons: [wrongTime] },
      { index: 6, reasons: [wrongTime] },
      { index: 7, reasons: [wrongTime] },
      { index: 8, reasons: ['_id must be text'] },
      {
        index: 9,
        reasons: [
          'Location must have 1 to 100 characters',
          'weatherStatus must be one of pending, ready, unavailable',
          'Temperature must be from -100 to 70 °C',
          'neverSendToAi must be true or false',
        ],
      },
    ]);
  });

  it('accepts the others if one is not an object or has far too many tags', async () => {
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) as unknown;
    const long = Array.from({ length: LIMITS.bodyListMax + 1 }, (_, n) => `tag ${n}`);
    const { status, body } = await importInto(bea, [
      { ...MINE, content: deep },
      MINE,
      { ...MINE, content: 'Tagged', tags: long.slice(1) },
      { ...MINE, tags: long },
    ]);
    expect([status, body.added, body.labelsInText]).toEqual([200, 2, LIMITS.bodyListMax - LIMITS.tagsMax]);
    expect(body.refused.map(({ index }) => index)).toEqual([0, 3]);
    expect((await entriesOf(bea)).map(({ tags }) => tags)).toContainEqual(long.slice(1, 11));
  });

  it.each([
    ['no list', { 0: MINE }],
    ['nothing', []],
    ['more than one request may bring', Array(LIMITS.importBatchMax + 1).fill(MINE)],
    ['what is no object', [MINE, 'text']],
    ['null', [null]],
    ['a list in the list', [[MINE]]],
  ])('refuses a request that holds %s', async (_what, entries) => {
    expectProblem(await importInto(bea, entries), 400, 'validation_failed');
    expect(await entriesOf(bea)).toEqual([]);
  });

  it('refuses a prototype, too large a body, and anything but JSON', async () => {
    const body = `{"entries":[{"__proto__":{"admin":true},"content":"x"}]}`;
    expectProblem(await bea.request('POST', '/api/journal/import', { body }), 400, 'malformed_request');
    const large = [{ ...MINE, content: 'x'.repeat(LIMITS.bodyBytesMax) }];
    expectProblem(await importInto(bea, large), 413, 'payload_too_large');
    expectProblem(
      await bea.request('POST', '/api/journal/import', { body: '{"entries":[' }),
      400,
      'malformed_request',
    );
  });
});
