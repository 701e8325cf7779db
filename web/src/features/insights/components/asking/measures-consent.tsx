import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox } from '../../../../components/forms/choices/checkbox';
import { messageOf } from '../../../../lib/api/api-error';
import { useMeasures } from '../../../../lib/measures/measures';
import { useSetAiConsent } from '../../api/ai-consent';
import styles from './consent-card.module.css';

/** Whether the outside model gets figures of what the user measures, too. Not in sight until something is measured. */
export function MeasuresConsent({ measuresToAi }: { measuresToAi: boolean }) {
  const measures = useMeasures().data ?? [];
  const change = useSetAiConsent();
  if (measures.length === 0) return null;
  return (
    <div className={styles.measures}>
      <Checkbox
        label={t`Also send the figures of what I measure`}
        aria-describedby="measures-consent"
        checked={change.isPending ? change.variables.measuresToAi : measuresToAi}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ measuresToAi: target.checked })}
      />
      <p id="measures-consent">
        <Trans>
          The names, and for each the number of days, the mean, the lowest and the highest. Entries that you
          have marked <em>never send to AI</em> do not count.
        </Trans>
      </p>
      {change.isError && <p role="alert">{`${t`Your answer was not saved.`} ${messageOf(change.error)}`}</p>}
    </div>
  );
}
