import { isolate } from '@inner-weather/domain/text/isolate';
import { OTHER_WEATHER } from '@inner-weather/domain/weather/skies';
import type { MoodGroup, Statistics } from './get-statistics';

const SKY_DAYS: Record<string, string> = {
  clear: 'Clear days',
  cloudy: 'Cloudy days',
  fog: 'Foggy days',
  rain: 'Rainy days',
  snow: 'Snowy days',
  storm: 'Stormy days',
  other: 'Days of other weather',
};

/** The days of a group, as the subject of a sentence. */
export const SUBJECTS = {
  weekdays: (name: string) => `${name}s`,
  hours: (name: string) => `Entries from ${hourSpan(name)}`,
  skies: (name: string) => SKY_DAYS[name] ?? name,
  cities: (name: string) => `Days in ${isolate(name)}`,
  tags: (name: string) => `Days with “${isolate(name)}”`,
} as const;

export type GroupKind = keyof typeof SUBJECTS;

/** `21:00 to 22:00`. */
function hourSpan(hour: string): string {
  const clock = (of: number) => `${String(of % 24).padStart(2, '0')}:00`;
  return `${clock(Number(hour))} to ${clock(Number(hour) + 1)}`;
}

/** Shown once beside the charts, so that their own sentences need not repeat it. */
export const CLAIMED_ONLY = 'A difference is named only if it is larger than chance alone explains.';

/** What a chart of groups shows, in a sentence that claims no more than its test does. */
export function summaryOf(kind: GroupKind, groups: MoodGroup[]): string {
  const compared = kind === 'skies' ? groups.filter(({ name }) => name !== OTHER_WEATHER) : groups;
  const summary = differencesIn(kind, compared);
  return compared.length === groups.length ? summary : `${summary} ${OTHER_WORDS}`;
}

const OTHER_WORDS = 'Other weather is not compared, because its kind is not known.';

function differencesIn(kind: GroupKind, groups: MoodGroup[]): string {
  const subjects = (differs: MoodGroup['differs']) =>
    groups.filter((group) => group.differs === differs).map(({ name }) => SUBJECTS[kind](name));
  const sentences = (['brighter', 'heavier'] as const).flatMap((differs) => {
    const names = subjects(differs);
    return names.length > 0 ? [sentence(names, differs)] : [];
  });
  if (sentences.length > 0) {
    if (kind !== 'weekdays') sentences.push('Going together does not mean that one caused the other.');
    return sentences.join(' ');
  }
  if (groups.filter(({ mean }) => mean !== null).length < 2) return 'Too few days to compare, so far.';
  return 'These days are too alike to tell apart.';
}

/** The first difference that was found, for the head of the page. */
export function namedDifference(statistics: Statistics): string | undefined {
  for (const kind of ['weekdays', 'skies', 'cities', 'tags'] as const) {
    const group = statistics[kind].find(({ differs }) => differs !== null);
    if (group?.differs) return sentence([SUBJECTS[kind](group.name)], group.differs);
  }
  return undefined;
}

const sentence = (subjects: string[], differs: string): string =>
  `${joinWords(subjects)} were ${differs} than the others.`;

function joinWords(words: string[]): string {
  const [first = '', ...rest] = words;
  const lowered = rest.map((word) =>
    /^(Clear|Cloudy|Foggy|Rainy|Snowy|Stormy|Entries|Days) /.test(word)
      ? word.charAt(0).toLowerCase() + word.slice(1)
      : word,
  );
  return lowered.length === 0
    ? first
    : `${[first, ...lowered.slice(0, -1)].join(', ')} and ${lowered.at(-1)}`;
}
