import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { dayIn } from '@inner-weather/domain/time/local-time';
import type { InsightDetailsDto, InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { isolate } from '@inner-weather/domain/text/isolate';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { weatherInWords } from '@inner-weather/domain/weather/temperature';

const UNREADABLE = `(${JOURNAL_PROBLEMS.entry_unreadable.message})`;

/** The diary as Markdown, newest first, with the local days and times of the entries. */
export async function* toDiary(name: string, entries: AsyncIterable<EntryDto>): AsyncGenerator<string> {
  yield `# ${name}'s Journal\n`;
  for await (const entry of entries) {
    const { createdAt, inputMood, location, tags, content } = entry;
    const labels = tags.map((tag) => isolate(`#${tag}`)).join(' ');
    const about = [isolate(inputMood), isolate(location), weatherInWords(entry, 'celsius'), labels]
      .filter(Boolean)
      .join(' · ');
    yield `\n## ${moment(createdAt)}\n\n*${about}*\n\n${entry.unreadable ? UNREADABLE : content.trim()}\n`;
  }
}

/** The finished insights as Markdown, newest first. */
export async function* toInsightsPage(insights: AsyncIterable<InsightJobDto>): AsyncGenerator<string> {
  yield '# Insights\n';
  for await (const { status, startDate, endDate, provider, model, text, title, details } of insights) {
    if (status !== 'done') continue;
    const name = title ? `${title} (${startDate} to ${endDate})` : `${startDate} to ${endDate}`;
    yield `\n## ${name}\n\n*Written by ${model || provider}*\n\n${text.trim()}\n${citedOf(details)}`;
  }
}

/** The list of entries that a text cites by number. */
function citedOf(details: InsightDetailsDto | null): string {
  const lines = (details?.cited ?? []).map(
    ({ createdAt, inputMood }, index) =>
      `${index + 1}. ${[moment(createdAt), isolate(inputMood)].filter(Boolean).join(', ')}\n`,
  );
  return lines.length > 0 ? `\n${lines.join('')}` : '';
}

/** The entry's local time, as in `2026-03-02, 00:30`. */
const moment = (createdAt: string): string => `${dayIn(createdAt)}, ${createdAt.slice(11, 16)}`;
