import { dayIn } from '@inner-weather/domain/time/local-time';
import type { InsightDetailsDto, InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { type Moods, PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { isolate } from '@inner-weather/domain/text/isolate';
import { directionOf, type Language } from '@inner-weather/languages/languages';
import { defineMessages } from '@inner-weather/languages/messages';
import { type Translator, translatorOf } from '@inner-weather/languages/translator';

const TEXTS = defineMessages('export', {
  insights: 'Insights',
  letter: 'Letter of the week',
  /** The first and the last day of an insight. */
  range: '{from} to {until}',
  titled: '{title} ({from} to {until})',
  /** `model` is the name of a language model. */
  writtenBy: 'Written by {model}',
  /** An entry that an insight cites: `2026-03-02, 00:30: Happy`. */
  cited: '{day}, {time}: {mood}',
  citedMoodless: '{day}, {time}',
});

/** The finished insights as Markdown, newest first. */
export async function* toInsightsPage(
  insights: AsyncIterable<InsightJobDto>,
  moods: Moods = PRESET_MOODS,
  language: Language = 'en',
): AsyncGenerator<string> {
  const write = translatorOf(language);
  yield `# ${write(TEXTS.insights)}\n`;
  for await (const insight of insights) {
    const { status, startDate: from, endDate: until, provider, model, text, details, letter } = insight;
    const given = insight.title && isolate(insight.title, directionOf(language));
    const title = given || (letter ? write(TEXTS.letter) : '');
    if (status !== 'done') continue;
    const name = title ? write(TEXTS.titled, { title, from, until }) : write(TEXTS.range, { from, until });
    const writer = write(TEXTS.writtenBy, { model: isolate(model || provider, directionOf(language)) });
    yield `\n## ${name}\n\n*${writer}*\n\n${text.trim()}\n${citedOf(details, moods, write, directionOf(language))}`;
  }
}

/** The list of entries that a text cites by number. */
function citedOf(
  details: InsightDetailsDto | null,
  moods: Moods,
  write: Translator,
  direction: 'ltr' | 'rtl',
): string {
  const lines = (details?.cited ?? []).map(({ createdAt, inputMood }, index) => {
    const mood = isolate(moods.inWords(inputMood, write), direction);
    const moment = { day: dayIn(createdAt), time: createdAt.slice(11, 16) };
    const name = mood ? write(TEXTS.cited, { ...moment, mood }) : write(TEXTS.citedMoodless, moment);
    return `${index + 1}. ${name}\n`;
  });
  return lines.length > 0 ? `\n${lines.join('')}` : '';
}
