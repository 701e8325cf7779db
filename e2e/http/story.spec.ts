import type { DaysDto } from '@inner-weather/contracts/journal/days.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { INSIGHT_TEXT } from '@inner-weather/testing/fakes/models';
import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { exportOf, importInto } from '../support/requests/export.js';
import { seen } from '../support/stacks/fakes.js';

const { url, geminiUrl } = readE2eConfig();
const api = new Api(url);

/** What the model was asked, also by what earlier suites have left behind. */
const askedOfModel = async () => (await seen(geminiUrl)).map(({ body }) => JSON.stringify(body));

// Contract: 1 each entry has the weather at the city of its user
// Contract: 3 fields of an entry
// Contract: 7 `POST /journal/new`
describe('the whole story', () => {
  it('goes from the sign-up to reading an insight', async () => {
    const ada = await api.signUp({ firstName: 'Ada', location: 'Porto' });
    const entry = await ada.write({ content: 'The river was loud today' });
    expect(entry).toMatchObject({ weatherData: '', weatherStatus: 'pending' });
    expect(await ada.stamped(entry._id)).toMatchObject({ weatherData: 'Sunny', weatherStatus: 'ready' });

    const response = await ada.request<InsightJobDto>('POST', '/api/insights', {
      body: { range: 'lastWeek' },
    });
    expect(response.status).toBe(202);
    const insight = await ada.finished(response.body.id);
    expect(insight).toMatchObject({ status: 'done', provider: 'gemini', text: INSIGHT_TEXT, error: null });
    expect(await askedOfModel()).toContainEqual(expect.stringContaining('The river was loud today'));

    const deleted = await ada.request('DELETE', `/api/journal/delete/${entry._id}`);
    expect(deleted.status).toBe(204);
    expect((await ada.search()).body).toEqual([]);
  });

  it('goes from a tap to its weather, the days, an insight, an export, and to words that follow', async () => {
    const bea = await api.signUp({ firstName: 'Bea', location: 'Porto' });
    const tapped = await bea.write({ content: '', checkIn: true, inputMood: 'Tired' });
    expect(tapped).toMatchObject({
      content: '',
      checkIn: true,
      inputMood: 'Tired',
      weatherStatus: 'pending',
    });
    const stamped = await bea.stamped(tapped._id);
    expect(stamped).toMatchObject({ checkIn: true, weatherData: 'Sunny', weatherStatus: 'ready' });

    expect((await bea.find({ words: 'tired' })).body).toEqual([stamped]);
    const year = new Date().getUTCFullYear();
    const { body: days } = await bea.request<DaysDto>('GET', `/api/journal/days?year=${year}`);
    expect(days.days).toMatchObject([{ entries: 1, moods: [{ mood: 'Tired', entries: 1 }], score: -1 }]);

    const asked = await bea.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'lastWeek' } });
    const insight = await bea.finished(asked.body.id);
    expect(insight).toMatchObject({
      status: 'done',
      details: { notable: [{ entryId: tapped._id, inputMood: 'Tired' }] },
    });
    const question = (await askedOfModel()).findLast((text) => text.includes('journal entries for Bea and'));
    expect(question).toContain('content: none, only the mood was noted, mood: ⟦Tired⟧');

    const { json } = await exportOf(bea);
    expect(json.entries).toEqual([stamped]);
    const carl = await api.signUp({ firstName: 'Carl' });
    expect((await importInto(carl, json.entries)).body).toMatchObject({ added: 1, refused: [] });
    const { body: copies } = await carl.search();
    expect(copies).toEqual([{ ...stamped, _id: copies[0]?._id }]);
    expect((await bea.request('DELETE', `/api/journal/delete/${tapped._id}`)).status).toBe(204);
  });
});
