import { LIMITS } from '@inner-weather/domain/limits';
import { useEffect, useState } from 'react';
import type { StatisticsRange } from '../../charts/get-statistics';
import { addDays, daysBetween, yearOf } from '../../lib/dates/calendar';
import { moveChosen, PAPER } from '../../lib/drafts/drafts';
import { keepUnsaved, readUnsaved } from '../../lib/drafts/unsaved';
import { locale } from '../../lib/language/language';
import { onSent } from '../../lib/outbox/outbox';

/** What is printed: a few pages for another person, or a year for oneself. */
export type Kind = 'report' | 'book';

export const SPANS = ['weeks', 'quarter', 'year', 'own'] as const;
export type Span = (typeof SPANS)[number];

export type Part = 'mood' | 'weather' | 'together';

/** What the user has chosen to print. */
export interface Choices {
  span: Span;
  /** Days of the span `own`, YYYY-MM-DD; '' until they are chosen. */
  from: string;
  to: string;
  /** Of a book; 0 means the present year. */
  year: number;
  parts: readonly Part[];
  /** Ids of measures; `first` until the user has chosen any. */
  measures: readonly string[] | 'first';
  entries: 'none' | 'chosen' | 'all';
  /** Ids of entries. */
  chosen: readonly string[];
  photos: boolean;
  /** Ids of insights. */
  insights: readonly string[];
  name: 'full' | 'initials' | 'none';
  hiddenTags: readonly string[];
  note: string;
  paper: 'a4' | 'letter';
}

/** Regions that print on Letter: Unicode CLDR 47, `measurementData/paperSize`. */
const LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** The paper of the reader's region. */
export function usualPaper(language: string): Choices['paper'] {
  const { region } = new Intl.Locale(language).maximize();
  return region !== undefined && LETTER.has(region) ? 'letter' : 'a4';
}

/** Another person gets no words and no pictures until they are chosen. */
const defaultsOf = (kind: Kind): Choices => ({
  span: 'quarter',
  from: '',
  to: '',
  year: 0,
  parts: kind === 'book' ? ['mood', 'weather'] : ['mood', 'together'],
  measures: 'first',
  entries: kind === 'book' ? 'all' : 'none',
  chosen: [],
  photos: kind === 'book',
  insights: [],
  name: kind === 'book' ? 'full' : 'initials',
  hiddenTags: [],
  note: '',
  paper: usualPaper(locale()),
});

/** The place of the choices among the unsaved words of a user, which end with a logout. */
const placeOf = (kind: Kind): string => PAPER + kind;

function readChoices(userId: string, kind: Kind): Choices {
  const defaults = defaultsOf(kind);
  try {
    return { ...defaults, ...(JSON.parse(readUnsaved(userId, placeOf(kind)) ?? '{}') as Partial<Choices>) };
  } catch {
    return defaults;
  }
}

/** The choices, and a function that changes some of them. This device keeps them. */
export function useChoices(userId: string, kind: Kind): [Choices, (some: Partial<Choices>) => void] {
  const [choices, setChoices] = useState(() => readChoices(userId, kind));
  const change = (some: Partial<Choices>) => {
    // Another tab may have changed others meanwhile.
    const next = { ...readChoices(userId, kind), ...some };
    setChoices(next);
    keepUnsaved(userId, placeOf(kind), JSON.stringify(next));
  };
  useEffect(
    () =>
      onSent((sent) => {
        if (sent.kind !== 'create' || !sent.entry) return;
        // The journal may not have heard of it yet.
        moveChosen(userId, sent.entryId, sent.entry._id);
        setChoices(readChoices(userId, kind));
      }),
    [userId, kind],
  );
  return [choices, change];
}

/** Whether the server cannot count so many days. */
export const isTooLong = (from: string, to: string): boolean =>
  daysBetween(from, to) >= LIMITS.statisticsDaysMax;

/** The days to print; undefined if they are not, or wrongly, chosen. @param today YYYY-MM-DD */
export function rangeOf(kind: Kind, choices: Choices, today: string): StatisticsRange | undefined {
  if (kind === 'book') {
    const year = choices.year || yearOf(today);
    return { from: `${year}-01-01`, to: year === yearOf(today) ? today : `${year}-12-31` };
  }
  switch (choices.span) {
    case 'weeks':
      return { from: addDays(today, -27), to: today };
    case 'quarter':
      return { from: addDays(today, -90), to: today };
    case 'year':
      return { from: `${yearOf(today)}-01-01`, to: today };
    case 'own': {
      const { from, to } = choices;
      const isWhole = from !== '' && to !== '' && from <= to;
      return isWhole && !isTooLong(from, to) ? { from, to } : undefined;
    }
  }
}

/** A list with a value, or without it if it was there. */
export const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
