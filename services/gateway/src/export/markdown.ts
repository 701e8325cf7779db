import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { dayIn } from '@inner-weather/domain/time/local-time';
import type { InsightDetailsDto, InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { moodInWords } from '@inner-weather/domain/entries/mood-names';
import { isolate } from '@inner-weather/domain/text/isolate';
import { conditionInWords, WITH_TEMPERATURE } from '@inner-weather/domain/weather/conditions';
import { temperatureInWords } from '@inner-weather/domain/weather/temperature';
import type { Language } from '@inner-weather/languages/languages';
import { defineMessages } from '@inner-weather/languages/messages';
import { type Translator, translatorOf } from '@inner-weather/languages/translator';

const TEXTS = defineMessages('export', {
  diary: "{name}''s Journal",
  unreadable: 'The words of this entry cannot be read.',
  insights: 'Insights',
  /** The first and the last day of an insight. */
  range: '{from} to {until}',
  titled: '{title} ({from} to {until})',
  /** `model` is the name of a language model. */
  writtenBy: 'Written by {model}',
});

/** The diary as Markdown, newest first, with the local days and times of the entries. */
export async function* toDiary(
  name: string,
  entries: AsyncIterable<EntryDto>,
  language: Language = 'en',
): AsyncGenerator<string> {
  const write = translatorOf(language);
  const unreadable = `(${write(TEXTS.unreadable)})`;
  yield `# ${write(TEXTS.diary, { name })}\n`;
  for await (const entry of entries) {
    const { createdAt, inputMood, location, tags, content } = entry;
    const labels = tags.map((tag) => isolate(`#${tag}`)).join(' ');
    const about = [
      isolate(moodInWords(inputMood, write)),
      isolate(location),
      weatherInWords(entry, write, language),
      labels,
    ]
      .filter(Boolean)
      .join(' · ');
    yield `\n## ${moment(createdAt)}\n\n*${about}*\n\n${entry.unreadable ? unreadable : content.trim()}\n`;
  }
}

/** `Light rain, 12 °C`; without a temperature only the condition, and without a condition ''. */
function weatherInWords({ weatherData, temperature }: EntryDto, write: Translator, language: Language) {
  const condition = conditionInWords(weatherData, write);
  if (condition === '' || temperature === undefined) return condition;
  return write(WITH_TEMPERATURE, {
    condition,
    temperature: temperatureInWords(temperature, 'celsius', language),
  });
}

/** The finished insights as Markdown, newest first. */
export async function* toInsightsPage(
  insights: AsyncIterable<InsightJobDto>,
  language: Language = 'en',
): AsyncGenerator<string> {
  const write = translatorOf(language);
  yield `# ${write(TEXTS.insights)}\n`;
  for await (const insight of insights) {
    const { status, startDate: from, endDate: until, provider, model, text, title, details } = insight;
    if (status !== 'done') continue;
    const name = title ? write(TEXTS.titled, { title, from, until }) : write(TEXTS.range, { from, until });
    const writer = write(TEXTS.writtenBy, { model: model || provider });
    yield `\n## ${name}\n\n*${writer}*\n\n${text.trim()}\n${citedOf(details, write)}`;
  }
}

/** The list of entries that a text cites by number. */
function citedOf(details: InsightDetailsDto | null, write: Translator): string {
  const lines = (details?.cited ?? []).map(
    ({ createdAt, inputMood }, index) =>
      `${index + 1}. ${[moment(createdAt), isolate(moodInWords(inputMood, write))].filter(Boolean).join(', ')}\n`,
  );
  return lines.length > 0 ? `\n${lines.join('')}` : '';
}

/** The entry's local time, as in `2026-03-02, 00:30`. */
const moment = (createdAt: string): string => `${dayIn(createdAt)}, ${createdAt.slice(11, 16)}`;
