import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../lib/language/isolate';
import { ROLES, type Role, type Table } from '../understand/understood';
import { roleInWords } from '../words';
import styles from './import.module.css';

interface ColumnsProps {
  table: Table;
  /** What each column should be, which the reading in `table` may not know yet. */
  roles: (Role | null)[];
  onChange: (roles: (Role | null)[]) => void;
}

/** What each column of a table is. A change reads the file again. */
export function Columns({ table, roles, onChange }: ColumnsProps) {
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Columns</Trans>
      </h2>
      <p className={styles.words}>
        <Trans>Say what each column is. A date and words or a mood are enough.</Trans>
      </p>
      <ul className={styles.columns}>
        {table.columns.map((column, index) => {
          const name = isolate(column);
          return (
            <li key={index}>
              <span>
                <bdi>{column}</bdi>
                <span className={styles.quiet}>
                  <bdi>{exampleOf(table, index)}</bdi>
                </span>
              </span>
              <select
                aria-label={t`What the column ${name} is`}
                value={roles[index] ?? ''}
                onChange={({ currentTarget }) =>
                  onChange(
                    roles.map((role, n) =>
                      n === index ? ((currentTarget.value || null) as Role | null) : role,
                    ),
                  )
                }
              >
                <option value="">{t`Skip it`}</option>
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {roleInWords(role)}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The first values of a column. */
const exampleOf = ({ rows }: Table, index: number): string =>
  rows
    .map((row) => (row[index] ?? '').slice(0, 40))
    .filter(Boolean)
    .slice(0, 3)
    .join(' · ');
