import { isolate } from '@inner-weather/domain/text/isolate';
import type { Sky } from '@inner-weather/domain/weather/skies';
import type { Difference } from '@inner-weather/domain/statistics/mood-days';
import type { Sentences } from './sentences.js';
import { weekdayInEnglish } from './statistics.js';

/** How all days are written: 21 Nov 2026, and 13–20 Nov 2026. The page writes them the same way. */
const DAYS = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const SKY_DAYS: Record<Sky, string> = {
  clear: 'clear days',
  cloudy: 'cloudy days',
  fog: 'foggy days',
  rain: 'rainy days',
  snow: 'snowy days',
  storm: 'stormy days',
};

const BEYOND_CHANCE: Record<Difference, string> = {
  brighter: 'brighter than the others, by more than chance would make them',
  heavier: 'heavier than the others, by more than chance would make them',
};

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export const ENGLISH: Sentences = {
  greeting: (name) => `Hello ${isolate(name)},`,
  read: (entries, days, firstDay, lastDay) => {
    const span = DAYS.formatRange(dateOf(firstDay), dateOf(lastDay));
    if (entries === 1) return `Thank you for writing. I have read your entry of ${span}.`;
    if (days === 1) return `Thank you for writing. I have read your ${inWords(entries)} entries of ${span}.`;
    return `Thank you for writing. I have read your ${inWords(entries)} entries, which you wrote on ${inWords(days)} days, ${span}.`;
  },
  heavyWords:
    'Some of these words are heavier than anything that can be counted. I only count, so I will not pretend to have an answer. There are people who listen, day and night; you find them beside this letter.',
  moods: (moods) =>
    `You chose ${joinWords(moods.map(({ name, entries }) => `**${name}** ${times(entries)}`))}.`,
  ownMoods: (entries) => `You put your mood in words of your own ${times(entries)}.`,
  withoutMood: (entries, all) =>
    entries === all
      ? 'You left the mood open.'
      : `You left the mood open for ${inWords(entries)} ${entries === 1 ? 'entry' : 'entries'}.`,
  overall: (brightness) => `Taken together, these days were ${brightness}.`,
  trend: {
    brighter: 'The later half of them was brighter than the earlier one, by more than chance would make it.',
    heavier: 'The later half of them was heavier than the earlier one, by more than chance would make it.',
    none: 'The later half of them was neither brighter nor heavier than the earlier one, as far as one can tell it from chance.',
  },
  sound: {
    warm: 'Your words sound warm on the whole.',
    friendly: 'Your words sound friendly on the whole.',
    balanced: 'Your words hold light and heavy things in about equal parts.',
    heavy: 'Your words sound heavy on the whole.',
    'very heavy': 'Your words sound very heavy on the whole.',
  },
  soundsHeavier: 'They sound heavier than the moods you chose. Perhaps there is more to say.',
  soundsFriendlier: 'They sound friendlier than the moods you chose. Perhaps both are true.',
  tooFew: (days) =>
    `${days === 1 ? 'One day is' : 'Two days are'} too little to see a pattern in, so I will not guess at one.`,
  skies: (differs, skies) =>
    `Your ${joinWords(skies.map((sky) => SKY_DAYS[sky]))} were ${BEYOND_CHANCE[differs]}.`,
  weekdays: (differs, weekdays) =>
    `Your ${joinWords(weekdays.map((weekday) => `${weekdayInEnglish(weekday)}s`))} were ${BEYOND_CHANCE[differs]}.`,
  places: (differs, places) =>
    `Your days in ${joinWords(places.map(isolate))} were ${BEYOND_CHANCE[differs]}.`,
  notACause: 'That they came together does not mean that one made the other.',
  noDifference: {
    skies: 'The weather made no difference to your mood that I could tell from chance.',
    weekdays: 'No weekday stood out from the others by more than chance would make it.',
  },
  tooFewToCompare:
    'There are too few days with the same weather yet to say how it goes together with your mood.',
  otherWeather: (days) =>
    `On ${inWords(days)} ${days === 1 ? 'day' : 'days'} the weather is in words whose kind I do not know, so I leave it out of the comparison.`,
  onePlace: (place) => `You wrote all of this in ${isolate(place)}.`,
  advice: {
    tired: 'You were often tired. An evening without plans and a regular bedtime may be worth a try.',
    angry: 'When you are angry, it may help to write down exactly what upset you.',
    sky: (sky) =>
      `Perhaps keep something small and kind ready for ${SKY_DAYS[sky]}: a call, a favourite meal.`,
    weekday: (weekday) => `Perhaps leave yourself some room on ${weekdayInEnglish(weekday)}s.`,
    hardDays:
      'These were hard days. If it stays like this, please talk to somebody you trust or to a doctor. You do not have to carry it alone.',
    lookingUp: 'It may be worth noting what has been different lately.',
    writeMore:
      'If you like, write two or three lines on most days. The more days there are, the more I can see.',
  },
  closing: {
    hard: 'Be gentle with yourself. All weather passes, the inner one too.',
    other: 'It is good that you write. Until the next entry.',
  },
};

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

function joinWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** Numbers up to ten are written as words: they read better inside a sentence. */
const inWords = (number: number): string => NUMBERS[number] ?? String(number);

const times = (number: number): string =>
  number === 1 ? 'once' : number === 2 ? 'twice' : `${inWords(number)} times`;
