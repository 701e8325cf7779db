import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { valueInWords } from '../../../lib/measures/value-in-words';
import type { Understood } from '../understand/understood';
import styles from './import.module.css';

interface MeasuresFoundProps {
  understood: Understood;
  leftOut?: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

/** What the file has values of. What is not wanted is left out. */
export function MeasuresFound({ understood, leftOut, onChange }: MeasuresFoundProps) {
  const found = useMemo(() => foundIn(understood), [understood]);
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

function foundIn({ entries, measures = [] }: Understood) {
  return measures.flatMap((measure) => {
    const values = entries.flatMap(({ measures: of, own }) => {
      const value = (of ?? (own?.measures as Record<string, number> | undefined))?.[measure._id];
      return value === undefined ? [] : [value];
    });
    const [first] = values;
    return first === undefined
      ? []
      : [{ measure, example: valueInWords(measure, first), count: values.length }];
  });
}

const countInWords = (count: number, example: string): string =>
  plural(count, { one: `# value: ${example}`, other: `# values, such as ${example}` });
