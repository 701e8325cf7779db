import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PERIODS, type Period } from '@inner-weather/domain/time/periods';
import { useState, type FormEvent, type Ref } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import { useStatistics } from '../../../../charts/get-statistics';
import { useToday } from '../../../../lib/dates/today';
import styles from './range-form.module.css';
import { rangeLabel } from './range-label';
import { RangePreview } from './range-preview';

interface RangeFormProps {
  busy: boolean;
  error: unknown;
  onAsk: (range: Period | undefined) => void;
  submitRef: Ref<HTMLButtonElement>;
  userId: string | undefined;
  /** The outside model that receives entries; null if there is none, undefined while that is loading. */
  recipient: string | null | undefined;
}

/**
 * Selects the range of an insight. Nothing is selected at first, which means today; but if nothing was written today, the
 * last month is.
 */
export function RangeForm({ busy, error, onAsk, submitRef, userId, recipient }: RangeFormProps) {
  const [chosen, setChosen] = useState<Period>();
  const day = useToday();
  const today = useStatistics(userId ?? '', userId === undefined ? undefined : { from: day, to: day });
  const range = chosen ?? (today.data?.entries === 0 ? 'lastMonth' : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onAsk(range);
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <fieldset>
        <legend className={styles.legend}>
          <Trans>Select Data Range</Trans>
        </legend>
        <div className={styles.options}>
          {PERIODS.map((period) => (
            <label key={period} className={styles.option}>
              <input
                type="radio"
                name="range"
                value={period}
                checked={range === period}
                onChange={() => setChosen(period)}
              />
              {rangeLabel(period)}
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" variant="primary" busy={busy} ref={submitRef}>
        <Trans>Get Insights</Trans>
      </Button>
      {userId && <RangePreview userId={userId} range={range} recipient={recipient} />}
      {error !== null && (
        <div className={styles.error}>
          <Notice tone="error" title={t`Your request did not go through.`}>
            {messageOf(error)}
          </Notice>
        </div>
      )}
    </form>
  );
}
