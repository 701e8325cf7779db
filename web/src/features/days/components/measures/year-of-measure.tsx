import { t } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import { measuredPath } from '../../../../lib/entry/entry-path';
import { isolate } from '../../../../lib/language/isolate';
import { entriesInWords } from '../../../../lib/measures/bounds-in-words';
import { valueInWords } from '../../../../lib/measures/value-in-words';
import { weekdayAndDay, yearInDigits } from '../../../../lib/dates/calendar';
import legend from '../calendar/legend.module.css';
import table from '../calendar/table.module.css';
import type { MeasureStep } from '../../measure-steps';
import { colourOfStep, type MeasuredYear } from '../../measured-year';
import styles from './year-of-measure.module.css';

/** The colours of a year by a measure, with their values. */
export function MeasureLegend({ year, shown: { measure, steps } }: { year: number; shown: MeasuredYear }) {
  if (steps.length === 0) return <p className={legend.split}>{t`Nothing was noted in this year.`}</p>;
  return (
    <>
      <ul className={legend.legend} aria-label={t`Colours`}>
        {steps.map((step, index) => (
          <li key={step.from}>
            <span className={styles.square} style={{ background: colourOfStep(index, steps.length) }} />
            {stepInWords(measure, step)}
          </li>
        ))}
      </ul>
      <p className={legend.split}>
        <Link to={measuredPath({ from: `${year}-01-01`, to: `${year}-12-31`, measure: measure._id })}>
          {entriesInWords(isolate(measure.name))}
        </Link>
      </p>
    </>
  );
}

/** `5h 15m to 6h`. */
function stepInWords(measure: MeasuredYear['measure'], { low, high }: MeasureStep): string {
  const [from, to] = [valueInWords(measure, low), valueInWords(measure, high)];
  return from === to ? from : t({ message: `${from} to ${to}`, comment: 'Two values of a measure' });
}

interface MeasureTableProps {
  year: number;
  shown: MeasuredYear;
  onChoose: (day: string) => void;
}

/** The values of the grid as a table. */
export function MeasureTable({ year, shown: { measure, values }, onChoose }: MeasureTableProps) {
  const yearName = yearInDigits(year);
  return (
    <div
      className={table.frame}
      role="region"
      aria-label={t`The days of ${yearName} as a table`}
      tabIndex={0}
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Day`}</th>
            <th scope="col">
              <bdi>{measure.name}</bdi>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...values].map(([day, value]) => (
            <tr key={day}>
              <th scope="row">
                <button type="button" className={table.day} onClick={() => onChoose(day)}>
                  {weekdayAndDay(day)}
                </button>
              </th>
              <td>{valueInWords(measure, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
