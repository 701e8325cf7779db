import { CHANCE_MAX, GROUP_DAYS_MIN, STRATUM_WEEKS } from '@inner-weather/domain/statistics/mood-days';
import styles from './how-counted.module.css';

/** The help text of the charts. */
export function HowCounted() {
  return (
    <details className={styles.help}>
      <summary>How this is counted</summary>
      <p>
        Moods are put in order from −2 (sad, angry) over −1 (tired), 0 (neutral) and 1 (happy) to 2 (very
        happy). The scale is ours: it compares your days and does not measure you. A day with several entries
        counts once, with their mean. Entries with a mood in your own words count as written and have no place
        on the scale.
      </p>
      <p>
        An entry counts for each of its tags, and the days of a tag are compared with the entries without it.
        A bar is the mean of its days; the thin line spans the middle half of them. A bar needs{' '}
        {GROUP_DAYS_MIN} days.
      </p>
      <p>
        The Cochran-Mantel-Haenszel mean score test decides whether chance alone explains a difference. It
        compares days only with other days of the same {STRATUM_WEEKS} weeks, so that a good summer does not
        make its weather look like the reason. Holm’s correction allows for the number of bars in a chart.
        Even if there is nothing to find, about one chart in {Math.round(1 / CHANCE_MAX)} will name something.
      </p>
      <p>
        The highest and the lowest days of the line are named only if they are farther apart than the
        studentized range allows.
      </p>
      <p>Days in a row may have one day missing. Today is not missing until it is over.</p>
    </details>
  );
}
