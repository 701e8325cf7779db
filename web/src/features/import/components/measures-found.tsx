import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../lib/language/isolate';
import { valueInWords } from '../../../lib/measures/value-in-words';
import type { Overview } from '../understand/overview';
import styles from './import.module.css';

interface MeasuresFoundProps {
  overview: Overview;
  leftOut?: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

/** What the file has values of. What is not wanted is left out. */
export function MeasuresFound({ overview, leftOut, onChange }: MeasuresFoundProps) {
  const found = foundIn(overview);
  if (found.length === 0) return null;
  const toggle = (id: string, isTaken: boolean) => {
    const next = new Set(leftOut);
    if (isTaken) next.delete(id);
    else next.add(id);
    onChange(next);
  };
  return (
    <section className={styles.section}>
      <h2>
        <Trans comment="Above a list of what the file of another app has values of, such as sleep">
          Measures
        </Trans>
      </h2>
      <ul className={styles.columns}>
        {found.map(({ measure: { _id, name }, example, count }) => (
          <li key={_id}>
            <label>
              <input
                type="checkbox"
                checked={!leftOut?.has(_id)}
                onChange={({ currentTarget }) => toggle(_id, currentTarget.checked)}
              />{' '}
              <bdi>{name}</bdi>
            </label>
            <span className={styles.quiet}>{countInWords(count, isolate(example))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function foundIn({ measures = [], values }: Overview) {
  return measures.flatMap((measure) => {
    const found = values[measure._id];
    return found ? [{ measure, example: valueInWords(measure, found.first), count: found.count }] : [];
  });
}

const countInWords = (count: number, example: string): string =>
  plural(count, { one: `# value: ${example}`, other: `# values, such as ${example}` });
