import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { INSIGHT_TEXT } from '@inner-weather/testing/fake-models';
import { Api } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { seen } from '../support/fakes.js';

const { url, geminiUrl } = readE2eConfig();
const api = new Api(url);

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
    const requests = await seen(geminiUrl);
    expect(JSON.stringify(requests.at(-1)?.body)).toContain('The river was loud today');

    const deleted = await ada.request('DELETE', `/api/journal/delete/${entry._id}`);
    expect(deleted.status).toBe(204);
    expect((await ada.search()).body).toEqual([]);
  });
});
