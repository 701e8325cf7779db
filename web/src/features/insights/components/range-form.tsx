import { PERIOD_LABELS, PERIODS, type Period } from '@inner-weather/contracts/periods';
import { useState, type FormEvent } from 'react';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { messageOf } from '../../../lib/api-error';
import styles from './range-form.module.css';

interface RangeFormProps {
  busy: boolean;
  error: unknown;
  onAsk: (range: Period | undefined) => void;
}

/** Nothing is chosen at first, and nothing has to be: without a choice it is about today. */
export function RangeForm({ busy, error, onAsk }: RangeFormProps) {
  const [range, setRange] = useState<Period>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onAsk(range);
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <fieldset>
        <legend className={styles.legend}>Select Data Range</legend>
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
              {PERIOD_LABELS[period]}
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" variant="primary" busy={busy}>
        Get Insights
      </Button>
      <p className={styles.hint}>{range ? '' : 'Nothing selected means today.'}</p>
      {error !== null && (
        <div className={styles.error}>
          <Notice tone="error" title="Your insights could not be asked for.">
            {messageOf(error)}
          </Notice>
        </div>
      )}
    </form>
  );
}
