import { templatePath } from '@inner-weather/domain/beginnings/beginnings';
import { MOOD_NAMES } from '@inner-weather/domain/entries/mood-names';
import type { Mood } from '@inner-weather/domain/entries/moods';
import type { ShownReminder } from '@inner-weather/domain/reminders/shown-reminder';
import { directionOf, type Language } from '@inner-weather/languages/languages';
import { defineMessages } from '@inner-weather/languages/messages';
import { translatorOf } from '@inner-weather/languages/translator';

const TEXTS = defineMessages('reminder', {
  title: 'How are you today?',
  body: 'One tap or a few words are enough.',
  letterTitle: 'Your letter of the week is here',
  letterBody: 'It looks back on your last seven days.',
  testTitle: 'Reminders reach this device',
  testBody: 'This is what a reminder looks like.',
});

/** The faces as the picker shows them, by which platforms without pictures in actions show them, too. */
const FACES: Record<Mood, string> = {
  'Very Happy': '😄',
  Happy: '🙂',
  Neutral: '😐',
  Sad: '😢',
  Angry: '😠',
  Tired: '😴',
};

/** Most platforms show two actions, so one that is bright and one that is not come first. */
const ORDER: readonly Mood[] = ['Happy', 'Sad', 'Neutral', 'Very Happy', 'Tired', 'Angry'];

/**
 * @param day YYYY-MM-DD, the day that it reminds of
 * @param template names the template with which it opens the form
 */
export function reminderIn(language: Language, day: string, template?: string): ShownReminder {
  const write = translatorOf(language);
  return {
    title: write(TEXTS.title),
    body: write(TEXTS.body),
    ...shown(language, tagOf(day)),
    ...(template !== undefined && { path: templatePath(template) }),
    actions: ORDER.map((mood) => ({ mood, title: `${FACES[mood]} ${write(MOOD_NAMES[mood])}` })),
  };
}

/** A reminder that was asked for to see whether it arrives. */
export function testIn(language: Language): ShownReminder {
  const write = translatorOf(language);
  return {
    title: write(TEXTS.testTitle),
    body: write(TEXTS.testBody),
    ...shown(language, 'test'),
    actions: [],
  };
}

/** A letter was written. The message has no word of it. */
export function letterIn(language: Language, week: string, insightId: string): ShownReminder {
  const write = translatorOf(language);
  return {
    title: write(TEXTS.letterTitle),
    body: write(TEXTS.letterBody),
    ...shown(language, topicOfLetter(week)),
    path: `/insights/${insightId}`,
    actions: [],
  };
}

/** The title of a reminder in a calendar. */
export const titleIn = (language: Language): string => translatorOf(language)(TEXTS.title);
export const bodyIn = (language: Language): string => translatorOf(language)(TEXTS.body);

/** Also the topic at the push service: up to 32 characters of base64url. */
export const tagOf = (day: string): string => `reminder-${day}`;

/** @param week an ISO week, as in 2026-W48 */
export const topicOfLetter = (week: string): string => `letter-${week}`;

const shown = (lang: Language, tag: string) => ({ lang, dir: directionOf(lang), tag });
