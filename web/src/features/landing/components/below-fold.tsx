import { Trans } from '@lingui/react/macro';
import styles from './below-fold.module.css';
import { FeatureCards } from './feature-cards';
import { Yours } from './yours';

/** What the landing page shows below its first screen. */
export function BelowFold() {
  return (
    <>
      <section className={styles.journey} aria-labelledby="journey">
        <h2 id="journey" className={styles.subheading}>
          <Trans>Start Your Journey</Trans>
        </h2>
        <FeatureCards />
      </section>
      <Yours />
    </>
  );
}
