import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { toDiary, toInsightsPage } from './markdown.js';

const ENTRY = {
  _id: 'one',
  content: ' Words ',
  inputMood: 'Very Happy',
  location: 'Porto',
  tags: ['river'],
  weatherData: 'Light rain',
  weatherStatus: 'ready',
  temperature: -0.4,
  createdAt: '2026-11-20T00:30:00.000+01:00',
} as EntryDto;

const INSIGHT = {
  status: 'done',
  startDate: '2026-11-13',
  endDate: '2026-11-20',
  provider: 'local',
  model: 'statistics',
  text: 'Hello',
  title: '',
  details: { cited: [{ entryId: 'one', createdAt: ENTRY.createdAt, inputMood: 'Sad', why: 'cited' }] },
} as unknown as InsightJobDto;

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('the Markdown files of an export', () => {
  it('have moods and weather in words, with a name that may look like a message', async () => {
    const { temperature: _none, ...other } = ENTRY;
    const entries = each(
      ENTRY,
      { ...other, inputMood: 'so {so}', weatherData: 'Windy' },
      { ...ENTRY, unreadable: true },
    );
    expect(await textOf(toDiary("O'{n}", entries))).toBe(
      "# O'{n}'s Journal\n" +
        '\n## 2026-11-20, 00:30\n\n*Very Happy · Porto · Light rain, 0\u00a0°C · #river*\n\nWords\n' +
        '\n## 2026-11-20, 00:30\n\n*so {so} · Porto · Windy · #river*\n\nWords\n' +
        '\n## 2026-11-20, 00:30\n\n*Very Happy · Porto · Light rain, 0\u00a0°C · #river*\n\n(The words of this entry cannot be read.)\n',
    );
  });

  it('name the days and the writer of an insight', async () => {
    const cited = '1. 2026-11-20, 00:30, Sad\n';
    const body = `\n\n*Written by statistics*\n\nHello\n\n${cited}`;
    expect(await textOf(toInsightsPage(each(INSIGHT, { ...INSIGHT, title: 'A week' })))).toBe(
      `# Insights\n\n## 2026-11-13 to 2026-11-20${body}\n## A week (2026-11-13 to 2026-11-20)${body}`,
    );
  });
});
