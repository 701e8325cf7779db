import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights.dto';

/** The diary to read, newest first. Times are UTC: a file knows no time zone of its reader. */
export async function* toDiary(name: string, entries: AsyncIterable<EntryDto>): AsyncGenerator<string> {
  yield `# ${name}'s Journal\n`;
  for await (const { createdAt, inputMood, location, weatherData, content } of entries) {
    const about = [inputMood, location, weatherData].filter(Boolean).join(' · ');
    yield `\n## ${moment(createdAt)}\n\n*${about}*\n\n${content.trim()}\n`;
  }
}

/** Insights that were written, newest first. */
export async function* toInsightsPage(insights: AsyncIterable<InsightJobDto>): AsyncGenerator<string> {
  yield '# Insights\n';
  for await (const { status, startDate, endDate, provider, model, text } of insights) {
    if (status !== 'done') continue;
    yield `\n## ${startDate} to ${endDate}\n\n*Written by ${model || provider}*\n\n${text.trim()}\n`;
  }
}

const moment = (time: string): string => `${time.slice(0, 10)}, ${time.slice(11, 16)} UTC`;
