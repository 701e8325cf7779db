import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Measured } from '@inner-weather/domain/measures/measures';
import { Link } from 'react-router-dom';
import { relativeDayInWords } from '../../lib/dates/dates';
import { useToday } from '../../lib/dates/today';
import { type Measure, useMeasures } from '../../lib/measures/measures';
import { useLastValues } from '../../lib/measures/last-values';
import MeasureRows from './measure-rows';
import styles from './measures.module.css';

interface AskedMeasuresProps {
  values: Measured;
  /** What other entries of today have already, which is not asked again. */
  alreadyToday?: readonly (Measured | undefined)[];
  onChange: (id: string, value: number | undefined) => void;
}

/** What is asked on this day. Nothing is in sight until somebody has defined a measure. */
export default function AskedMeasures({ values, alreadyToday = [], onChange }: AskedMeasuresProps) {
  const { data: measures = [] } = useMeasures();
  const today = useToday();
  const lastOf = useLastValues(today);
  const isAnswered = ({ _id }: Measure) => alreadyToday.some((measured) => measured?.[_id] !== undefined);
  const asked = measures.filter(
    (measure) =>
      values[measure._id] !== undefined ||
      (!measure.archived && isAskedOn(measure, today) && !isAnswered(measure)),
  );
  if (asked.length === 0) return null;
  return (
    <section className={styles.ask} aria-label={t`If you like`}>
      <MeasureRows
        measures={asked}
        values={values}
        lastOf={(measure) => {
          const last = lastOf(measure);
          return last && { value: last.value, when: relativeDayInWords(last.day, today) };
        }}
        onChange={onChange}
      />
      <p className={styles.choose}>
        <Link to="/settings#section-measures">
          <Trans>Choose what is asked</Trans>
        </Link>
      </p>
    </section>
  );
}

function isAskedOn({ askedOn }: Measure, today: string): boolean {
  if (askedOn === 'never') return false;
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return askedOn === 'always' || (weekday !== 0 && weekday !== 6);
}
