import { type MoodList, NO_OWN_MOODS } from '@inner-weather/domain/entries/own-moods';
import { type Beginnings, NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import type { Measure } from '@inner-weather/domain/measures/measures';

/** What each kind of list has in it. */
export interface OwnListContents {
  measures: Measure[];
  moods: MoodList;
  beginnings: Beginnings;
}

export type OwnListKind = keyof OwnListContents;

/** A list before its first change. */
export const EMPTY_LISTS: Readonly<OwnListContents> = {
  measures: [],
  moods: NO_OWN_MOODS,
  beginnings: NO_BEGINNINGS,
};

export const OWN_LIST_KINDS = Object.keys(EMPTY_LISTS) as readonly OwnListKind[];
