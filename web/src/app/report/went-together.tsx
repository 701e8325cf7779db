import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { summaryOf } from '../../charts/differences';
import type { Statistics } from '../../charts/get-statistics';
import type { GroupKind } from '../../charts/subjects';
import { useTogether } from '../../features/days/api/together';
import { MoodSides } from '../../features/days/components/measures/mood-sides';
import { daysInWords, foundInWords } from '../../features/days/components/measures/together-in-words';
import type { Measure } from '../../lib/measures/measures';
import styles from './report.module.css';

const KINDS = ['weekdays', 'skies', 'tags'] as const satisfies readonly GroupKind[];

interface WentTogetherProps {
  userId: string;
  /** Without what is hidden. */
  statistics: Statistics;
  /** What is on the paper beside the mood. */
  measures: readonly Measure[];
  isShown: (tag: string) => boolean;
}

/** What is more than chance, in sentences with counted days. */
export function WentTogether({ userId, statistics, measures, isShown }: WentTogetherProps) {
  const found = useTogether(userId, statistics).data;
  const differences = KINDS.flatMap((kind) =>
    statistics[kind].some(({ differs }) => differs !== null) ? [summaryOf(kind, statistics[kind])] : [],
  );
  const ofMeasures = measures.map((measure) => ({
    measure,
    moods: found?.moods.filter((one) => one.measure === measure._id && one.answer === 'stands') ?? [],
    days: found?.days.filter((one) => one.measure === measure._id && (!one.tag || isShown(one.tag))) ?? [],
  }));
  const isEmpty =
    differences.length + ofMeasures.flatMap(({ moods, days }) => [...moods, ...days]).length === 0;
  return (
    <section className={styles.part}>
      <h3>{t`What goes together`}</h3>
      {isEmpty && <p>{t`Nothing here is larger than chance would make it.`}</p>}
      {differences.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {ofMeasures.map(({ measure, moods, days }) => (
        <div key={measure._id}>
          {moods.map((one) => (
            <div key={String(one.later)} className={styles.found}>
              <p>{foundInWords(measure, one)}</p>
              <MoodSides measure={measure} found={one} />
            </div>
          ))}
          {days.map((one) => (
            <p key={`${one.weather ?? ''} ${one.tag ?? ''} ${one.later}`}>{daysInWords(measure, one)}</p>
          ))}
        </div>
      ))}
      {!isEmpty && (
        <p className={styles.quiet}>
          <Trans>They went together. That does not say that one made the other.</Trans>
        </p>
      )}
    </section>
  );
}
