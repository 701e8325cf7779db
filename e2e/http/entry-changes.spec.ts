import { randomBytes } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { Api, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { seen } from '../support/fakes.js';
import { expectProblem } from '../support/problem.js';

const { url, weatherUrl } = readE2eConfig();
const api = new Api(url);

/** A city whose weather was not requested before. */
const newCity = (): string => `City ${randomBytes(6).toString('hex')}`;

/** Ids of no entry, in many formats. */
const NO_IDS = [
  '0'.repeat(24),
  'x',
  '-1',
  'null',
  'undefined',
  '6.1e10',
  'a'.repeat(24),
  'a'.repeat(90),
  'a'.repeat(300),
  '%00',
  '%20',
  '%24where',
  '%7B%22%24ne%22%3A1%7D',
  '..%2f..%2flogin',
  '%F0%9F%8C%A7',
];

describe('changing and deleting entries', () => {
  let ada: Person;
  let eve: Person;

  beforeAll(async () => {
    ada = await api.signUp();
    eve = await api.signUp({ firstName: 'Eve' });
  });

  const edit = (id: string, changes: Record<string, unknown> = {}) =>
    ada.request<EntryDto>('PUT', `/api/journal/update/${id}`, {
      body: { content: 'Another walk', inputMood: 'Sad', location: 'Porto', ...changes },
    });
  const remove = (id: string) => ada.request('DELETE', `/api/journal/delete/${id}`);
  const find = async (id: string) => (await ada.search()).body.find(({ _id }) => _id === id);

  it.each(NO_IDS)('do not know the entry %s', async (id) => {
    expectProblem(await edit(id), 404, 'not_found');
    expectProblem(await remove(id), 404, 'not_found');
  });

  describe('PUT /api/journal/update/{id}', () => {
    it('returns the changed entry, and keeps all other fields', async () => {
      const original = await ada.stamped((await ada.write())._id);
      const { status, body } = await edit(original._id);
      expect(status).toBe(200);
      expect(body).toEqual({
        ...original,
        content: 'Another walk',
        inputMood: 'Sad',
        updatedAt: expect.any(String),
      });
      expect(body.updatedAt > original.updatedAt).toBe(true);
      expect(await find(original._id)).toEqual(body);
    });

    it('takes any mood of 1 to 50 characters, without the white space around it', async () => {
      const { _id } = await ada.write();
      expect((await edit(_id, { inputMood: ' quietly hopeful ' })).body.inputMood).toBe('quietly hopeful');
      expect((await edit(_id, { inputMood: 'm'.repeat(50) })).body.inputMood).toBe('m'.repeat(50));
    });

    it.each([
      ['content', 'Content must be text', undefined],
      ['content', 'Content must not be empty', ' '],
      ['content', 'Content must have at most 20000 characters', 'x'.repeat(20_001)],
      ['inputMood', 'Mood must be text', undefined],
      ['inputMood', 'Mood must be text', null],
      ['inputMood', 'Mood must have 1 to 50 characters', '  '],
      ['inputMood', 'Mood must have 1 to 50 characters', 'm'.repeat(51)],
      ['location', 'Location must be text', undefined],
      ['location', 'Location must have 1 to 100 characters', ''],
      ['location', 'Location must have 1 to 100 characters', 'x'.repeat(101)],
    ])('refuses this %s: %s', async (field, msg, value) => {
      const { _id, content } = await ada.write();
      expectProblem(await edit(_id, { [field]: value }), 400, 'validation_failed', { msg, field });
      expect((await find(_id))?.content).toBe(content);
    });

    it('keeps the weather when text or mood change, without another look-up', async () => {
      const location = newCity();
      const entry = await ada.stamped((await ada.write({ location }))._id);
      const { body } = await edit(entry._id, { location });
      expect(body).toMatchObject({ weatherData: entry.weatherData, weatherStatus: 'ready' });
      const moved = await edit(entry._id, { location: `${location} again` });
      await ada.stamped(moved.body._id);
      const asked = (await seen(weatherUrl)).filter(({ query }) => query.q === location);
      expect(asked).toHaveLength(1);
    });

    it('looks the weather up again for another city', async () => {
      const entry = await ada.stamped((await ada.write({ location: 'Porto' }))._id);
      expect(entry).toMatchObject({ weatherData: 'Sunny', temperature: 21.4 });
      const { body } = await edit(entry._id, { location: 'Oslo' });
      expect(body).toMatchObject({ location: 'Oslo', weatherData: '', weatherStatus: 'pending' });
      expect(body).not.toHaveProperty('temperature');
      expect(await ada.stamped(entry._id)).toEqual({
        ...body,
        weatherData: 'Moderate snow',
        weatherStatus: 'ready',
        temperature: -0.4,
      });
    });

    it('keeps weather that was sent along through an edit of the text', async () => {
      const { _id } = await ada.write({ weatherData: 'Sandstorm' });
      expect((await edit(_id)).body).toMatchObject({ weatherData: 'Sandstorm', weatherStatus: 'ready' });
    });

    it('responds with 412 and the current entry to an edit or a deletion with an old ETag', async () => {
      const { _id } = await ada.write();
      const path = `/api/journal/entries/${_id}`;
      const read = await ada.request<EntryDto>('GET', path);
      const etag = read.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      expectProblem(await eve.request('GET', path), 404, 'not_found');
      const headers = { 'if-match': etag };
      const body = { content: 'First', inputMood: 'Sad', location: 'Porto' };
      const update = (more: object) =>
        ada.request<EntryDto>('PUT', `/api/journal/update/${_id}`, { body: { ...body, ...more }, headers });
      const first = await update({});
      expect(first.status).toBe(200);
      expect(first.headers.get('etag')).not.toBe(etag);
      const deletion = ada.request('DELETE', `/api/journal/delete/${_id}`, { headers });
      for (const refused of [await update({ content: 'Late' }), await deletion]) {
        expectProblem(refused, 412, 'entry_changed');
        expect(refused.body).toMatchObject({ current: { _id, content: 'First' } });
      }
      // A compressing proxy forwards the ETag like this.
      headers['if-match'] = `"x", W/${first.headers.get('etag')}`;
      expect((await update({ content: 'Third' })).status).toBe(200);
    });

    it('checks the body before the entry', async () => {
      expectProblem(await edit('x', { content: '' }), 400, 'validation_failed');
    });
  });

  describe('DELETE /api/journal/delete/{id}', () => {
    it('answers 204 without a body, and the entry is gone', async () => {
      const { _id } = await ada.write();
      const { status, body } = await remove(_id);
      expect({ status, body }).toEqual({ status: 204, body: '' });
      expect(await find(_id)).toBeUndefined();
      expectProblem(await remove(_id), 404, 'not_found', 'There is no such entry.');
      expectProblem(await edit(_id), 404, 'not_found', 'There is no such entry.');
    });

    it('deletes once, however many ask at once', async () => {
      const { _id } = await ada.write();
      const answers = await Promise.all(Array.from({ length: 5 }, () => remove(_id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    });

    it('takes a JSON content type without a body', async () => {
      const { _id } = await ada.write();
      const headers = { 'content-type': 'application/json' };
      expect((await ada.request('DELETE', `/api/journal/delete/${_id}`, { headers })).status).toBe(204);
    });
  });
});
