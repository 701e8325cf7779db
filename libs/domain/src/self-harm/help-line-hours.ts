import { defineMessages } from '@inner-weather/languages/messages';

/** When help lines are open and what they cost, by code. The page shows them in the language of its reader. */
export const HELP_LINE_HOURS = defineMessages('helpLineHours', {
  always: 'day and night',
  always_free: 'day and night, free',
  always_free_texts: 'day and night, free, calls and texts',
  always_free_texts_en_fr: 'day and night, free, calls and texts, in English and French',
  daily_18_hours: 'every day, at least 18 hours a day',
  daily_10_24: 'every day from 10 to 24',
  directory: 'a list of help lines in many countries',
});

export type HelpLineHours = keyof typeof HELP_LINE_HOURS;

export const HELP_LINE_HOURS_CODES = Object.keys(HELP_LINE_HOURS) as HelpLineHours[];
