import { contrastOf } from '@inner-weather/domain/statistics/cuts';
import { t } from '@lingui/core/macro';
import { isolate } from '../../../../lib/language/isolate';
import { beginningLarge, numberInWords } from '../../../../lib/language/formats';
import { belowInWords } from '../../../../lib/measures/bounds-in-words';
import type { Measure } from '../../../../lib/measures/measures';
import { valueInWords } from '../../../../lib/measures/value-in-words';
import { subjectOf } from '../../../../charts/subjects';
import type { WithDays, WithMood } from '../../api/together';

/** A measure and the mood that go together, with counted days on both sides. */
export function foundInWords(measure: Measure, { later, strength, cut, below, above }: WithMood): string {
  const name = isolate(measure.name);
  const rises = (strength ?? 0) > 0;
  const counts = below && above ? contrastOf(strength ?? 0, below, above) : undefined;
  if (cut === null || !below || !above || !counts)
    return rises
      ? t`${name} and mood rose and fell together.`
      : t`Where ${name} was higher, the mood was heavier.`;
  const side = belowInWords(measure, cut);
  const [days, others, some, rest] = [below.days, above.days, counts.below, counts.above].map((count) =>
    numberInWords(count),
  ) as [string, string, string, string];
  if (counts.differs === 'heavier')
    return later
      ? t`The day after ${side}, ${some} of ${days} days were heavier than even. After the others, ${rest} of ${others} were.`
      : t`On days with ${side}, ${some} of ${days} were heavier than even. Of the others, ${rest} of ${others} were.`;
  return later
    ? t`The day after ${side}, ${some} of ${days} days were brighter than even. After the others, ${rest} of ${others} were.`
    : t`On days with ${side}, ${some} of ${days} were brighter than even. Of the others, ${rest} of ${others} were.`;
}

/** A measure that differs on days with a kind of weather or a tag. */
export function daysInWords(measure: Measure, { weather, tag, later, ...sides }: WithDays): string {
  const name = isolate(measure.name);
  const those = weather ? subjectOf('skies', weather) : subjectOf('tags', tag ?? '');
  const [value, other] = [sides.with, sides.without].map(({ median }) => valueInWords(measure, median)) as [
    string,
    string,
  ];
  const subject = beginningLarge(those);
  if (measure.kind === 'yes-no') {
    const [share, rest] = [sides.with, sides.without].map(({ mean }) =>
      numberInWords(mean, { style: 'percent', maximumFractionDigits: 0 }),
    ) as [string, string];
    return later
      ? t({
          message: `${subject}, the day after: yes for ${name} on ${share} of them, and on ${rest} after other days.`,
          comment: 'Subject: Days with “Family”, or Rainy days',
        })
      : t({
          message: `${subject}: yes for ${name} on ${share} of them, and on ${rest} of other days.`,
          comment: 'Subject: Days with “Family”, or Rainy days',
        });
  }
  return later
    ? t({
        message: `${subject}, the day after: ${name} was ${value} or less half of the time, and ${other} after other days.`,
        comment: 'Subject: Days with “Family”, or Rainy days',
      })
    : t({
        message: `${subject}: ${name} was ${value} or less half of the time, and ${other} on other days.`,
        comment: 'Subject: Days with “Family”, or Rainy days',
      });
}

/** What is said of a measure in one line. */
export function answerInWords(asked: readonly WithMood[]): string {
  const standing = asked.find(({ answer }) => answer === 'stands');
  if (standing) {
    if (standing.later)
      return (standing.strength ?? 0) > 0
        ? t`A higher value went together with a brighter day after`
        : t`A higher value went together with a heavier day after`;
    return (standing.strength ?? 0) > 0
      ? t`Rose and fell with the mood`
      : t`Was high where the mood was heavy`;
  }
  return asked.every(({ answer }) => answer === 'few')
    ? t`Too few days to compare so far`
    : t`No more than chance alone explains`;
}
