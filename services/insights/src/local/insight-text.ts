import type { MoodGroupDto } from '@inner-weather/contracts/journal/days.dto';
import { DIFFERENCES, GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import type { Mood } from '@inner-weather/domain/entries/moods';
import { normaliseCity } from '@inner-weather/domain/weather/city';
import { OTHER_WEATHER, type Sky } from '@inner-weather/domain/weather/skies';
import type { InsightQuestion } from '../model/insight-model.js';
import type { Brightness, Sentences, Sound } from './sentences.js';
import type { Finding } from './measured.js';
import type { Statistics } from './statistics.js';

/** Puts a user's text on one line and escapes all Markdown in it. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&:@]/g, '\\$&');
}

/**
 * A city in bold. CommonMark does not close `**` between punctuation and a letter or an isolate, so that a name with
 * punctuation at an edge would show its asterisks: between Chinese words, or isolated as text of the other direction.
 */
function emphasize(city: string): string {
  const escaped = escapeMarkdown(city);
  return /^[\p{P}\p{S}]|[\p{P}\p{S}]$/u.test(city.trim()) ? escaped : `**${escaped}**`;
}

/** A mood is spoken of as frequent from this part of the entries, and this many of them. */
const OFTEN = { part: 0.25, entries: 3 };

/** Days whose mean mood, from -2 to 2, is below this count as hard. */
const HARD = -1;

/** With fewer days than this, the letter suggests writing more often. */
const FEW_DAYS = 5;

/** Thresholds for the words that describe mean moods and sounds. */
const BRIGHT = 0.4;
const FRIENDLY = 0.5;

/** The most pieces of advice in one letter. */
const ADVICE_MAX = 2;

/**
 * Renders the letter as Markdown. The result is deterministic, and it claims only what the figures support: a difference
 * only if chance alone does not explain it, and the sound of the words only if enough of them were scored.
 * If text of the range suggests self-harm, the letter has no advice, closing or verdict.
 */
export function renderInsight(
  {
    userName,
    statistics,
    selfHarm,
    finding,
  }: Pick<InsightQuestion, 'userName' | 'statistics' | 'selfHarm' | 'finding'>,
  say: Sentences,
): string {
  const { entries, days, firstDay, lastDay } = statistics;
  const greeting = say.greeting(escapeMarkdown(userName));
  const summary = say.read(entries, days.length, firstDay, lastDay);
  if (selfHarm) return paragraphs([greeting], [summary, say.heavyWords], countedMoods(statistics, say));
  const compared = differences(statistics, say);
  return paragraphs(
    [greeting],
    [summary],
    [...countedMoods(statistics, say), ...verdicts(statistics, say)],
    compared,
    finding ? findingOf(finding, say, compared) : [],
    advice(statistics, say).slice(0, ADVICE_MAX),
    [isHard(statistics) ? say.closing.hard : say.closing.other],
  );
}

/**
 * What goes together with the mood, and that it need not be the reason.
 * @param before the sentences before it, which may have said so already
 */
export function findingOf(finding: Finding, say: Sentences, before: readonly string[] = []): string[] {
  const name = escapeMarkdown(finding.measure.name);
  const unit = escapeMarkdown(finding.measure.unit);
  const sentence = say.finding({ ...finding, measure: { ...finding.measure, name, unit } });
  return before.includes(say.notACause) ? [sentence] : [sentence, say.notACause];
}

const paragraphs = (...parts: string[][]): string =>
  parts
    .map((sentences) => sentences.join(' '))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

function countedMoods({ moods, ownMoods, withoutMood, entries }: Statistics, say: Sentences): string[] {
  return [
    ...(moods.length > 0 ? [say.moods(moods.map(escapeOwn))] : []),
    ...(ownMoods > 0 ? [say.ownMoods(ownMoods)] : []),
    ...(withoutMood > 0 ? [say.withoutMood(withoutMood, entries)] : []),
  ];
}

/** The names of the six have no Markdown. */
const escapeOwn = (mood: Statistics['moods'][number]) =>
  mood.isOwn ? { ...mood, name: escapeMarkdown(mood.name) } : mood;

function verdicts({ mood, days, trend, sentiment }: Statistics, say: Sentences): string[] {
  if (days.length < GROUP_DAYS_MIN) return [say.tooFew(days.length)];
  const lines: string[] = [];
  if (mood !== undefined) lines.push(say.overall(brightnessOf(mood)));
  if (trend !== undefined) lines.push(say.trend[trend ?? 'none']);
  if (sentiment === undefined) return lines;
  lines.push(say.sound[soundOf(sentiment)]);
  if (mood !== undefined && mood >= BRIGHT && sentiment <= -FRIENDLY) lines.push(say.soundsHeavier);
  if (mood !== undefined && mood <= -BRIGHT && sentiment >= FRIENDLY) lines.push(say.soundsFriendlier);
  return lines;
}

function differences({ skies, weekdays, places, each, days, trend }: Statistics, say: Sentences): string[] {
  const cities = new Set(each.map(({ location }) => normaliseCity(location)));
  const onlyPlace = each[0]?.location;
  const onePlace = onlyPlace && cities.size === 1 ? [say.onePlace(emphasize(onlyPlace))] : [];
  if (days.length < GROUP_DAYS_MIN) return onePlace;
  const found = DIFFERENCES.flatMap((differs) => {
    const namesOf = (groups: MoodGroupDto[]) =>
      groups.filter((group) => group.differs === differs).map(({ name }) => name);
    const [bySky, byPlace] = [namesOf(skies) as Sky[], namesOf(places).map(emphasize)];
    return [
      ...(bySky.length > 0 ? [say.skies(differs, bySky)] : []),
      ...(byPlace.length > 0 ? [say.places(differs, byPlace)] : []),
    ];
  });
  const lines = found.length > 0 ? [...found, say.notACause] : [];
  const knownSkies = skies.filter(({ name }) => name !== OTHER_WEATHER);
  if (!knownSkies.some(hasDifference))
    lines.push(canCompare(knownSkies) ? say.noDifference.skies : say.tooFewToCompare);
  const otherWeather = skies.find(({ name }) => name === OTHER_WEATHER);
  if (otherWeather) lines.push(say.otherWeather(otherWeather.days));
  for (const differs of DIFFERENCES) {
    const weekdayNames = weekdays.filter((group) => group.differs === differs).map(({ name }) => name);
    if (weekdayNames.length > 0) lines.push(say.weekdays(differs, weekdayNames.map(Number)));
  }
  if (canCompare(weekdays) && !weekdays.some(hasDifference)) lines.push(say.noDifference.weekdays);
  const isCompared = trend !== undefined || [knownSkies, weekdays, places].some(canCompare);
  if (isCompared) lines.push(say.nothingByChance);
  return [...onePlace, ...lines];
}

function advice(statistics: Statistics, say: Sentences): string[] {
  const { entries, days, mood, trend, skies, weekdays, moods } = statistics;
  const isOften = (name: Mood) => {
    const times = moods.find((mood) => mood.name === name)?.entries ?? 0;
    return times >= OFTEN.entries && times / entries >= OFTEN.part;
  };
  const heavier = (groups: MoodGroupDto[]) => groups.find(({ differs }) => differs === 'heavier')?.name;
  const [sky, weekday] = [heavier(skies) as Sky | undefined, heavier(weekdays)];
  const lines: string[] = [];
  if (mood !== undefined && mood <= HARD) lines.push(say.advice.hardDays);
  if (isOften('Tired')) lines.push(say.advice.tired);
  if (isOften('Angry')) lines.push(say.advice.angry);
  if (sky) lines.push(say.advice.sky(sky));
  if (weekday) lines.push(say.advice.weekday(Number(weekday)));
  if (trend === 'brighter') lines.push(say.advice.lookingUp);
  if (days.length < FEW_DAYS && !isHard(statistics)) lines.push(say.advice.writeMore);
  return lines;
}

/** Whether more of the chosen moods are hard than not, however few they are. */
function isHard({ days }: Statistics): boolean {
  const scores = days.flatMap(({ score }) => score ?? []);
  return scores.reduce((sum, score) => sum + score, 0) < 0;
}

const canCompare = (groups: MoodGroupDto[]) => groups.filter(({ mean }) => mean !== null).length > 1;
const hasDifference = ({ differs }: MoodGroupDto) => differs !== null;

function brightnessOf(mood: number): Brightness {
  if (mood >= 1.25) return 'veryBright';
  if (mood >= BRIGHT) return 'bright';
  if (mood > -BRIGHT) return 'even';
  return mood > -1.25 ? 'low' : 'veryLow';
}

function soundOf(sentiment: number): Sound {
  if (sentiment >= 2) return 'warm';
  if (sentiment >= FRIENDLY) return 'friendly';
  if (sentiment > -FRIENDLY) return 'balanced';
  return sentiment > -2 ? 'heavy' : 'veryHeavy';
}
