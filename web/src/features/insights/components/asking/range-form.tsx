import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PERIODS, type Period } from '@inner-weather/domain/time/periods';
import { useState, type FormEvent, type Ref } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
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

/** Selects the range of an insight. Nothing is selected at first: without a selection the range is today. */
export function RangeForm({ busy, error, onAsk, submitRef, userId, recipient }: RangeFormProps) {
  const [range, setRange] = useState<Period>();
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
                onChange={() => setRange(period)}
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
