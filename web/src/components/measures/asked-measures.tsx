import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Measured } from '@inner-weather/domain/measures/measures';
import { type Ref, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { dayInWords, relativeDayInWords } from '../../lib/dates/dates';
import { useToday } from '../../lib/dates/today';
import { isolate } from '../../lib/language/isolate';
import { listInWords } from '../../lib/language/formats';
import { type Measure, useMeasures } from '../../lib/measures/measures';
import { withValue } from '../../lib/measures/with-value';
import { Button } from '../forms/button';
import MeasureRows from './measure-rows';
import { useRecentValues } from './recent-values';
import styles from './measures.module.css';

interface AskedMeasuresProps {
  ref?: Ref<HTMLElement>;
  /** The day of the entry; today by default. */
  day?: string;
  values: Measured;
  /** Whether each value is saved as it is chosen. */
  isSavedAtOnce?: boolean;
  /** Returns a promise if `values` change only later. It ends when they have the value, or when the change failed. */
  onChange: (id: string, value: number | undefined) => void | Promise<void>;
}

/**
 * The measures that are asked on a day. It shows nothing while the user has none. A measure that has a value on this day is
 * asked again only on request.
 */
export default function AskedMeasures({
  ref,
  values,
  isSavedAtOnce,
  onChange,
  ...props
}: AskedMeasuresProps) {
  const { data: measures = [] } = useMeasures();
  const today = useToday();
  const day = props.day ?? today;
  const recent = useRecentValues(day);
  const titleId = useId();
  const [isAskedAgain, setIsAskedAgain] = useState(false);
  /** What was changed here stays, also when its value was taken back. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  /** The last change of each measure that has not ended: the next tap counts from it, and a typed time stays. */
  const [pending, setPending] = useState<readonly { id: string; value: number | undefined }[]>([]);
  const isOfEntry = ({ _id }: Measure) => values[_id] !== undefined || touched.has(_id);
  const due = measures.filter((measure) => !measure.archived && isAskedOn(measure, day));
  const answered = due.filter((measure) => !isOfEntry(measure) && recent.isNotedOn(measure));
  const asked = measures.filter(
    (measure) =>
      isOfEntry(measure) || (due.includes(measure) && (isAskedAgain || !answered.includes(measure))),
  );
  // Rows that vanish again would move what is below them.
  if (recent.isPending || asked.length + answered.length === 0) return null;
  const namesOf = (some: readonly Measure[]) => listInWords(some.map(({ name }) => isolate(name)));
  const noted = namesOf(asked.filter(({ _id }) => values[_id] !== undefined));
  const notedBefore = namesOf(answered);
  return (
    <section ref={ref} className={styles.ask} aria-labelledby={titleId}>
      <div className={styles.head}>
        <p id={titleId} className={styles.title}>
          <Trans>If you like</Trans>
        </p>
        {isSavedAtOnce && (
          <p role="status" className={styles.saved}>
            {noted &&
              t({ message: `${noted} saved`, comment: 'Names of what was measured: Sleep and Energy' })}
          </p>
        )}
      </div>
      <MeasureRows
        measures={asked}
        values={pending.reduce((all, { id, value }) => withValue(all, id, value), values)}
        lastOf={(measure) => {
          const last = recent.lastOf(measure);
          return (
            last && {
              value: last.value,
              when: day === today ? relativeDayInWords(last.day, today) : dayInWords(last.day),
            }
          );
        }}
        onChange={(id, value) => {
          setTouched(new Set([...touched, id]));
          const saving = onChange(id, value);
          if (!saving) return;
          const change = { id, value };
          setPending((all) => [...all.filter((one) => one.id !== id), change]);
          const end = () => setPending((all) => all.filter((one) => one !== change));
          void saving.then(end, end);
        }}
      />
      <p className={styles.choose}>
        {answered.length > 0 && !isAskedAgain && (
          <Button variant="plain" onClick={() => setIsAskedAgain(true)}>
            {t({ message: `Note again: ${notedBefore}`, comment: 'Names of what was measured on the day' })}
          </Button>
        )}
        <Link to="/settings#section-measures">
          <Trans>Choose what is asked</Trans>
        </Link>
      </p>
    </section>
  );
}

function isAskedOn({ askedOn }: Measure, day: string): boolean {
  if (askedOn === 'never') return false;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return askedOn === 'always' || (weekday !== 0 && weekday !== 6);
}
