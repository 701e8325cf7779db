import { OTHER_WEATHER } from '@inner-weather/domain/weather/skies';
import { t } from '@lingui/core/macro';
import { beginningLarge, listInWords } from '../lib/language/formats';
import type { MoodGroup, Statistics } from './get-statistics';
import { subjectOf, type GroupKind } from './subjects';
import { inSentences } from '../lib/language/sentences';

/** Shown once below the charts, so that their own sentences need not repeat it. */
export const claimedOnly = (): string => t`Only what is clearly more than a coincidence is named here.`;

/** What a chart of groups shows, in a sentence that claims no more than its test does. */
export function summaryOf(kind: GroupKind, groups: MoodGroup[]): string {
  const compared = kind === 'skies' ? groups.filter(({ name }) => name !== OTHER_WEATHER) : groups;
  const summary = differencesIn(kind, compared);
  if (compared.length === groups.length) return summary;
  return inSentences(summary, t`Other weather is not compared, because its kind is not known.`);
}

function differencesIn(kind: GroupKind, groups: MoodGroup[]): string {
  const sentences = (['brighter', 'heavier'] as const).flatMap((differs) => {
    const names = groups.filter((group) => group.differs === differs).map(({ name }) => name);
    return names.length > 0 ? [sentence(kind, names, differs)] : [];
  });
  if (sentences.length > 0) {
    if (kind !== 'weekdays') sentences.push(t`Going together does not mean that one caused the other.`);
    return inSentences(...sentences);
  }
  if (groups.filter(({ mean }) => mean !== null).length < 2) return t`Too few days to compare, so far.`;
  return t`These days are too alike to tell apart.`;
}

/** The first difference that was found, for the head of the page. */
export function namedDifference(statistics: Statistics): string | undefined {
  for (const kind of ['weekdays', 'skies', 'cities', 'tags'] as const) {
    const group = statistics[kind].find(({ differs }) => differs !== null);
    if (group?.differs) return sentence(kind, [group.name], group.differs);
  }
  return undefined;
}

type Difference = NonNullable<MoodGroup['differs']>;

function sentence(kind: GroupKind, names: string[], differs: Difference): string {
  const subjects = listInWords(names.map((name) => subjectOf(kind, name)));
  // Subjects are written in small letters, because a sentence may have several of them.
  return beginningLarge(differs === 'brighter' ? brighter(kind, subjects) : heavier(kind, subjects));
}

/* The verb and the adjective may depend on what the subjects are. */

function brighter(kind: GroupKind, subjects: string): string {
  if (kind === 'weekdays') {
    const weekdays = subjects;
    return t({
      message: `${weekdays} were brighter than the others.`,
      comment: 'Mondays and Fridays were …',
    });
  }
  if (kind === 'hours') {
    const entries = subjects;
    return t({
      message: `${entries} were brighter than the others.`,
      comment: 'Entries from 21:00 to 22:00 were …',
    });
  }
  const days = subjects;
  return t({
    message: `${days} were brighter than the others.`,
    comment: 'Rainy days and foggy days were …',
  });
}

function heavier(kind: GroupKind, subjects: string): string {
  if (kind === 'weekdays') {
    const weekdays = subjects;
    return t({ message: `${weekdays} were heavier than the others.`, comment: 'Mondays and Fridays were …' });
  }
  if (kind === 'hours') {
    const entries = subjects;
    return t({
      message: `${entries} were heavier than the others.`,
      comment: 'Entries from 21:00 to 22:00 were …',
    });
  }
  const days = subjects;
  return t({ message: `${days} were heavier than the others.`, comment: 'Rainy days and foggy days were …' });
}
