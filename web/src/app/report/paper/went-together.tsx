import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { summaryOf } from '../../../charts/differences';
import type { Statistics } from '../../../charts/get-statistics';
import type { GroupKind } from '../../../charts/subjects';
import type { WithDays } from '../../../features/days/api/together';
import { MoodSides } from '../../../features/days/components/measures/mood-sides';
import { daysInWords, foundInWords } from '../../../features/days/components/measures/together-in-words';
import styles from '../report.module.css';
import type { Material } from '../use-material';

const KINDS = ['weekdays', 'skies', 'tags'] as const satisfies readonly GroupKind[];

interface WentTogetherProps {
  statistics: Statistics;
  material: Material;
}

/** What is more than chance, in sentences with counted days. */
export function WentTogether({ statistics, material }: WentTogetherProps) {
  const { measures, together: found, hasWeather, isShown } = material;
  const isChosen = ({ tag }: WithDays) => hasWeather && (!tag || isShown(tag));
  const differences = KINDS.flatMap((kind) =>
    statistics[kind].some(({ differs }) => differs !== null) ? [summaryOf(kind, statistics[kind])] : [],
  );
  const ofMeasures = measures.map((measure) => ({
    measure,
    moods: found?.moods.filter((one) => one.measure === measure._id && one.answer === 'stands') ?? [],
    days: found?.days.filter((one) => one.measure === measure._id && isChosen(one)) ?? [],
  }));
  const isOfMeasures = ofMeasures.some(({ moods, days }) => moods.length + days.length > 0);
  return (
    <section className={styles.part}>
      <h3>{t`What goes together`}</h3>
      {found !== undefined && !isOfMeasures && differences.length === 0 && (
        <p>{t`Nothing here is more than chance alone explains.`}</p>
      )}
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
      {isOfMeasures && (
        <p className={styles.quiet}>
          <Trans>They went together. That does not mean that one caused the other.</Trans>
        </p>
      )}
    </section>
  );
}
