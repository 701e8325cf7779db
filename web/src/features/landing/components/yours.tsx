import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { InsightPicture } from './insight-picture';
import { YearPicture } from './year-picture';
import styles from './yours.module.css';

const POINTS = [
  {
    what: msg`On your own server`,
    words: msg`A small computer at home is enough. No one else keeps your days.`,
  },
  {
    what: msg`Encrypted`,
    words: msg`Your words are encrypted where they are stored, each person’s with a key of their own.`,
  },
  {
    what: msg`No account elsewhere, no key`,
    words: msg`Weather and insights work from the first evening. Nothing has to be ordered or signed.`,
  },
  {
    what: msg`Open source`,
    words: msg`Read what it does, change it, and take your journal with you whenever you like.`,
  },
];

/** What sets this journal apart, with pictures of a sample year. */
export function Yours() {
  return (
    <section className={styles.yours} aria-labelledby="yours">
      <h2 id="yours" className={styles.heading}>
        <Trans>Yours, and nobody else’s</Trans>
      </h2>
      <dl className={styles.points}>
        {POINTS.map(({ what, words }) => (
          <div key={what.id}>
            <dt>{i18n._(what)}</dt>
            <dd>{i18n._(words)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.pictures}>
        <YearPicture />
        <InsightPicture />
      </div>
      <p className={styles.credit}>
        <Trans>The pictures show sample entries.</Trans>
      </p>
    </section>
  );
}
