import type { Mood } from '../entries/moods.js';

/** A push message: what the service worker shows. It has no words that anybody wrote. */
export interface ShownReminder {
  title: string;
  body: string;
  /** A language tag. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** A notification replaces one with the same tag, so that a second delivery shows nothing new. */
  tag: string;
  /** The page that it opens, as a path. Absent: the journal. */
  path?: string;
  /** The faces: the device shows as many as it can, from the first. */
  actions: { mood: Mood; title: string }[];
}
