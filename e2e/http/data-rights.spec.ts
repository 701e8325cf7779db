import { createHash } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { ImportReportDto } from '@inner-weather/contracts/journal/import.dto';
import { UNKNOWN_CITY } from '@inner-weather/testing/fakes/weather';
import { Api, type Person } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { newSubscription } from '../support/requests/every-route.js';
import { exportOf, importInto } from '../support/requests/export.js';

const api = new Api(readE2eConfig().url);
const ALL_TIMES = { startDate: '1900-01-01', endDate: '2100-01-01' };

/** What an import reports that finds nothing to do. */
const NOTHING: ImportReportDto = {
  added: 0,
  addedIndexes: [],
  alreadyThere: 0,
  changed: 0,
  changedIndexes: [],
  deleted: 0,
  deletedIndexes: [],
  labelsInText: 0,
  labelsLeftOut: 0,
  lookedUp: 0,
  refused: [],
};

/** An entry without its id, which differs between journals. */
const withoutId = ({ _id, ...rest }: EntryDto) => rest;
const entriesOf = async (person: Person): Promise<EntryDto[]> => (await person.search(ALL_TIMES)).body;

describe('an export', () => {
  let ada: Person;
  let accessToken: string;

  beforeAll(async () => {
    ada = await api.signUp();
    await ada.write({ content: 'Plain words', inputMood: 'Sad', weatherData: 'Sunny' });
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
    expect(json.entries).toHaveLength(2);
    const { body } = await ada.request<{ items: unknown[] }>('GET', '/api/insights');
    expect(json.insights).toEqual(body.items);
    expect(Object.values(notes).join('')).toContain('*Sad · Porto · Sunny*\n\nPlain words\n');
    expect(files['insights.md']).toContain('## Your week, Ada');
  });
});

it('an import takes a whole export into a new account once, and an export of that account is equal', async () => {
  const [ada, bea] = [await api.signUp(), await api.signUp({ firstName: 'Bea' })];
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

  expect((await importInto(bea, entries)).body).toEqual({ ...NOTHING, added: 3, addedIndexes: [0, 1, 2] });
  const again = (await exportOf(bea)).json.entries;
  expect(again.map(withoutId)).toEqual(entries.map(withoutId));
  for (const file of [entries, again]) {
    expect((await importInto(bea, file)).body).toEqual({ ...NOTHING, alreadyThere: 3 });
  }
  expect((await importInto(ada, entries)).body).toEqual({ ...NOTHING, alreadyThere: 3 });
  expect(await entriesOf(ada)).toEqual(entries);
  expect(await entriesOf(bea)).toEqual(again);
});
