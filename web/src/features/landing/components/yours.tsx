import { InsightPicture } from './insight-picture';
import { YearPicture } from './year-picture';
import styles from './yours.module.css';

const POINTS = [
  {
    what: 'On your own server',
    words: 'A small computer at home is enough. No one else keeps your days.',
  },
  {
    what: 'Encrypted',
    words: 'Your words are encrypted where they are stored, each person’s with a key of their own.',
  },
  {
    what: 'No account elsewhere, no key',
    words: 'Weather and insights work from the first evening. Nothing has to be ordered or signed.',
  },
  {
    what: 'Open source',
    words: 'Read what it does, change it, and take your journal with you whenever you like.',
  },
];

/** What sets this journal apart, with pictures of a sample year. */
export function Yours() {
  return (
    <section className={styles.yours} aria-labelledby="yours">
      <h2 id="yours" className={styles.heading}>
        Yours, and nobody else’s
      </h2>
      <dl className={styles.points}>
        {POINTS.map(({ what, words }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.pictures}>
        <YearPicture />
        <InsightPicture />
      </div>
      <p className={styles.credit}>The pictures show sample entries.</p>
    </section>
  );
}
