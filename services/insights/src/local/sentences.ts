import { PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import type { Difference } from '@inner-weather/domain/statistics/mood-days';
import { isolate } from '@inner-weather/domain/text/isolate';
import type { Sky } from '@inner-weather/domain/weather/skies';
import { directionOf, type Language, localeOf } from '@inner-weather/languages/languages';
import type { Message } from '@inner-weather/languages/messages';
import { translatorOf } from '@inner-weather/languages/translator';
import { ANALYSIS } from './analysis.js';
import type { Finding } from './measured.js';

/** How bright a mean mood is, from -2 to 2. */
export type Brightness = 'veryBright' | 'bright' | 'even' | 'low' | 'veryLow';

/** How the words sound, by their mean valence from -5 to 5. */
export type Sound = 'warm' | 'friendly' | 'balanced' | 'heavy' | 'veryHeavy';

/** By the number that an ISO 8601 week gives them, from 1. */
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const SKY_DAYS: Record<Sky, Message> = {
  clear: ANALYSIS.clearDays,
  cloudy: ANALYSIS.cloudyDays,
  fog: ANALYSIS.foggyDays,
  rain: ANALYSIS.rainyDays,
  snow: ANALYSIS.snowyDays,
  storm: ANALYSIS.stormyDays,
};

const WEEKDAY_DAYS: readonly Message[] = [
  ANALYSIS.mondays,
  ANALYSIS.tuesdays,
  ANALYSIS.wednesdays,
  ANALYSIS.thursdays,
  ANALYSIS.fridays,
  ANALYSIS.saturdays,
  ANALYSIS.sundays,
];

/** By how the mood of days with a low value differs, and whether it is that of the day after. */
const FINDINGS: Record<Finding['differs'], readonly [Message, Message]> = {
  heavier: [ANALYSIS.measureHeavier, ANALYSIS.measureHeavierAfter],
  brighter: [ANALYSIS.measureBrighter, ANALYSIS.measureBrighterAfter],
};

/** Minutes. */
const HOUR = 60;
const MINUTE_MS = 60_000;

export type Sentences = ReturnType<typeof sentencesIn>;

/**
 * What the letter says, in one language: nothing else in it is text. Names of people, places and own moods are given with their
 * Markdown escaped. Days are YYYY-MM-DD.
 */
export function sentencesIn(language: Language) {
  const write = translatorOf(language);
  // Days and lists are British in English, as on the page: 21 Nov 2026.
  const locale = localeOf(language);
  const dates = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const lists = new Intl.ListFormat(locale);
  const isolated = (name: string) => isolate(name, directionOf(language));
  const sideInWords = ({ name, kind, unit }: Finding['measure'], cut: number): string => {
    const measure = isolated(name);
    if (kind === 'yes-no') return write(ANALYSIS.measureWithout, { measure });
    const value = cutInWords(locale, { kind, unit }, cut);
    return write(kind === 'time' ? ANALYSIS.measureBefore : ANALYSIS.measureUnder, { measure, value });
  };
  return {
    greeting: (name: string) => write(ANALYSIS.greeting, { name: isolated(name) }),
    read: (entries: number, days: number, firstDay: string, lastDay: string) => {
      const span = dates.formatRange(dateOf(firstDay), dateOf(lastDay));
      if (entries === 1) return write(ANALYSIS.readOneEntry, { day: span });
      if (days === 1) return write(ANALYSIS.readEntriesOfOneDay, { entries, day: span });
      return write(ANALYSIS.readEntriesOfDays, { entries, days, span });
    },
    /** In place of everything cheerful and all advice, where words suggest self-harm. */
    heavyWords: write(ANALYSIS.heavyWords),
    moods: (moods: readonly { name: string; entries: number; isOwn: boolean }[]) =>
      write(ANALYSIS.moods, {
        moods: lists.format(
          moods.map(({ name, entries, isOwn }) =>
            write(ANALYSIS.moodTimes, {
              mood: isOwn ? isolated(name) : PRESET_MOODS.inWords(name, write),
              times: entries,
            }),
          ),
        ),
      }),
    ownMoods: (entries: number) => write(ANALYSIS.ownMoods, { times: entries }),
    withoutMood: (entries: number, all: number) =>
      entries === all ? write(ANALYSIS.noMoods) : write(ANALYSIS.withoutMood, { entries }),
    overall: (brightness: Brightness) => write(ANALYSIS.overall, { brightness }),
    trend: {
      brighter: write(ANALYSIS.laterHalfBrighter),
      heavier: write(ANALYSIS.laterHalfHeavier),
      none: write(ANALYSIS.laterHalfSame),
    },
    sound: {
      warm: write(ANALYSIS.soundWarm),
      friendly: write(ANALYSIS.soundFriendly),
      balanced: write(ANALYSIS.soundBalanced),
      heavy: write(ANALYSIS.soundHeavy),
      veryHeavy: write(ANALYSIS.soundVeryHeavy),
    },
    /** The words sound heavier or friendlier than the moods. */
    soundsHeavier: write(ANALYSIS.soundsHeavier),
    soundsFriendlier: write(ANALYSIS.soundsFriendlier),
    /** Only for one or two days. */
    tooFew: (days: number) => write(days === 1 ? ANALYSIS.oneDayIsTooFew : ANALYSIS.twoDaysAreTooFew),
    skies: (differs: Difference, skies: readonly Sky[]) =>
      write(differs === 'brighter' ? ANALYSIS.skiesBrighter : ANALYSIS.skiesHeavier, {
        days: lists.format(skies.map((sky) => write(SKY_DAYS[sky]))),
      }),
    /** @param weekdays 1 to 7, from Monday */
    weekdays: (differs: Difference, weekdays: readonly number[]) =>
      write(differs === 'brighter' ? ANALYSIS.weekdaysBrighter : ANALYSIS.weekdaysHeavier, {
        weekdays: lists.format(
          weekdays.map((weekday) => write(WEEKDAY_DAYS[weekday - 1] ?? ANALYSIS.sundays)),
        ),
      }),
    places: (differs: Difference, places: readonly string[]) =>
      write(differs === 'brighter' ? ANALYSIS.placesBrighter : ANALYSIS.placesHeavier, {
        places: lists.format(places.map(isolated)),
      }),
    /** After a difference. */
    notACause: write(ANALYSIS.notACause),
    noDifference: { skies: write(ANALYSIS.skiesAlike), weekdays: write(ANALYSIS.weekdaysAlike) },
    /** Once, after all that was compared. */
    nothingByChance: write(ANALYSIS.nothingByChance),
    tooFewToCompare: write(ANALYSIS.tooFewToCompare),
    /** Of days whose weather is in words of no known kind. */
    otherWeather: (days: number) => write(ANALYSIS.otherWeather, { days }),
    finding: ({ since, measure, cut, later, differs, below, above }: Finding) =>
      write(FINDINGS[differs][later], {
        since: dates.format(dateOf(since)),
        side: sideInWords(measure, cut),
        ...{ some: below.those, days: below.days, rest: above.those, others: above.days },
      }),
    onePlace: (place: string) => write(ANALYSIS.onePlace, { place: isolated(place) }),
    advice: {
      tired: write(ANALYSIS.adviceTired),
      angry: write(ANALYSIS.adviceAngry),
      sky: (sky: Sky) => write(ANALYSIS.adviceSky, { sky }),
      /** @param weekday 1 to 7, from Monday */
      weekday: (weekday: number) =>
        write(ANALYSIS.adviceWeekday, { weekday: WEEKDAYS[weekday - 1] ?? 'sunday' }),
      hardDays: write(ANALYSIS.adviceHardDays),
      lookingUp: write(ANALYSIS.adviceLookingUp),
      writeMore: write(ANALYSIS.adviceWriteMore),
    },
    closing: { hard: write(ANALYSIS.closingHard), other: write(ANALYSIS.closingOther) },
  };
}

/** `6 hours 30 minutes`, `07:00`, `72.5 kg`. */
function cutInWords(locale: string, { kind, unit }: Pick<Finding['measure'], 'kind' | 'unit'>, cut: number) {
  const format = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value);
  if (kind === 'time')
    return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(cut * MINUTE_MS);
  if (kind !== 'duration') return [format(cut), ...(unit === '' ? [] : [unit])].join(' ');
  const parts = { hour: Math.floor(cut / HOUR), minute: cut % HOUR };
  return (['hour', 'minute'] as const)
    .filter((name) => parts[name] > 0)
    .map((name) => format(parts[name], { style: 'unit', unit: name, unitDisplay: 'long' }))
    .join(' ');
}

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
