import { useId, type ReactNode } from 'react';
import styles from './chart-frame.module.css';

/** The first state of a chart that can be folded. A folded chart still shows its title and sentence. */
export type Fold = 'open' | 'folded';

interface ChartFrameProps {
  title: string;
  /** What the chart shows, in a sentence. */
  summary: string;
  /** If absent, the chart cannot be folded. */
  fold?: Fold;
  /** The picture. Screen readers get the table instead. */
  children: ReactNode;
  /** Names of the columns, and the rows. */
  columns: string[];
  rows: (string | number)[][];
}

/** A chart with its title, its sentence, and its figures as a table that screen readers read. */
export function ChartFrame({ title, summary, fold, children, columns, rows }: ChartFrameProps) {
  const id = useId();
  // A <summary> element must not contain a paragraph.
  const Sentence = fold ? 'span' : 'p';
  const head = (
    <>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <Sentence className={styles.summary}>{summary}</Sentence>
    </>
  );
  const figures = (
    <>
      <div aria-hidden="true">{children}</div>
      {/* Tables ignore a width, so the box around the table hides it. */}
      <div className={styles.hidden}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
  return (
    <figure className={styles.frame} aria-labelledby={id}>
      {fold ? (
        <details open={fold === 'open'}>
          <summary className={styles.fold}>{head}</summary>
          {figures}
        </details>
      ) : (
        <>
          {head}
          {figures}
        </>
      )}
    </figure>
  );
}
