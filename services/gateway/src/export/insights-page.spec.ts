import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { toInsightsPage } from './insights-page.js';

const createdAt = '2026-11-20T00:30:00.000+01:00';
const INSIGHT = {
  status: 'done',
  startDate: '2026-11-13',
  endDate: '2026-11-20',
  provider: 'local',
  model: 'statistics',
  text: 'Hello',
  title: '',
  details: { cited: [{ entryId: 'one', createdAt, inputMood: 'Sad', why: 'cited' }] },
} as unknown as InsightJobDto;

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

it('the insights of an export name their days and their writer', async () => {
  let text = '';
  for await (const part of toInsightsPage(each(INSIGHT, { ...INSIGHT, title: 'A week' }))) text += part;
  const cited = '1. 2026-11-20, 00:30: Sad\n';
  const body = `\n\n*Written by statistics*\n\nHello\n\n${cited}`;
  expect(text).toBe(
    `# Insights\n\n## 2026-11-13 to 2026-11-20${body}\n## A week (2026-11-13 to 2026-11-20)${body}`,
  );
});
