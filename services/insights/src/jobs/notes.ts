import type { Language } from '@inner-weather/languages/languages';
import { defineMessages } from '@inner-weather/languages/messages';
import { translatorOf } from '@inner-weather/languages/translator';
import { noteOf } from '../model/prompt.js';

const TEXTS = defineMessages('insight', {
  noEntries:
    'There are no journal entries in this range yet, so there is nothing to read between the lines.\n\nWrite a few honest words on a few days, and ask again.',
  allWithheld:
    'Every entry of this range is marked **never send to AI**, so none was sent to the language model.\n\nTake the mark off an entry, or choose another range, and ask again.',
  newestWithheld:
    'Each of the newest entries of this range is marked **never send to AI**, so none was sent to the language model.\n\nTake the mark off an entry, or choose another range, and ask again.',
  withheld:
    'Written without {entries, plural, one {# entry that is} other {# entries that are}} marked never send to AI.',
});

/** In place of an insight, for a range without entries. */
export const nothingWritten = (language: Language): string => translatorOf(language)(TEXTS.noEntries);

/**
 * In place of an insight, for a range whose entries may not be sent.
 * @param unread how many older entries of the range were not read
 */
export const nothingToSend = (language: Language, unread: number): string =>
  translatorOf(language)(unread === 0 ? TEXTS.allWithheld : TEXTS.newestWithheld);

/** A line for the end of an answer that was written without some entries; '' when there are none. */
export const withheldNote = (language: Language, entries: number): string =>
  entries === 0 ? '' : noteOf(translatorOf(language)(TEXTS.withheld, { entries }));
