import { CHANCE_MAX, GROUP_DAYS_MIN, STRATUM_WEEKS } from '@inner-weather/domain/statistics/mood-days';
import { Plural, Trans } from '@lingui/react/macro';
import { numberInWords } from '../../../../lib/language/formats';
import styles from './how-counted.module.css';

/** The help text of the charts. */
export function HowCounted() {
  const [days, weeks] = [GROUP_DAYS_MIN, STRATUM_WEEKS];
  const charts = numberInWords(Math.round(1 / CHANCE_MAX));
  return (
    <details className={styles.help}>
      <summary>
        <Trans>How this is counted</Trans>
      </summary>
      <p>
        <Trans>
          Moods are put in order from −2 (sad, angry) over −1 (tired), 0 (neutral) and 1 (happy) to 2 (very
          happy). The scale is ours: it compares your days and does not measure you. A day with several
          entries counts once, with their mean. Entries with a mood in your own words count as written and
          have no place on the scale.
        </Trans>
      </p>
      <p>
        <Trans>
          An entry counts for each of its tags, and the days of a tag are compared with the entries without
          it. A bar is the mean of its days; the thin line spans the middle half of them. A bar needs{' '}
          <Plural value={days} one="# day" other="# days" />.
        </Trans>
      </p>
      <p>
        <Trans>
          The Cochran-Mantel-Haenszel mean score test decides whether chance alone explains a difference. It
          compares days only with other days of the same <Plural value={weeks} one="# week" other="# weeks" />
          , so that a good summer does not make its weather look like the reason. Holm’s correction allows for
          the number of bars in a chart. Even if there is nothing to find, about one chart in {charts} will
          name something.
        </Trans>
      </p>
      <p>
        <Trans>
          The highest and the lowest days of the line are named only if they are farther apart than the
          studentized range allows.
        </Trans>
      </p>
      <p>
        <Trans>Days in a row may have one day missing. Today is not missing until it is over.</Trans>
      </p>
    </details>
  );
}
