import type { Insight } from '../../../features/insights/api/insight';
import { insightLabel } from '../../../features/insights/components/asking/range-label';
import { Markdown } from '../../../features/insights/components/insight/markdown';
import type { Profile } from '../../../lib/account/profile';
import { rangeInWords } from '../../../lib/dates/dates';
import type { Choices } from '../choices';
import { withoutNames } from '../names';
import styles from '../report.module.css';

/** Links to the entries that an insight refers to, which are not on the paper. */
const CITED = / ?\[\d+\]\(#entry-\d+\)/g;

interface PaperInsightProps {
  insight: Insight;
  profile: Profile;
  choices: Choices;
}

/** The text of an insight on paper. */
export function PaperInsight({ insight, profile, choices }: PaperInsightProps) {
  const { title, startDate, endDate, text } = insight;
  const shown = (words: string) => withoutNames(words, profile, choices);
  return (
    <section className={styles.part}>
      <h3>
        {title ? <bdi>{shown(title)}</bdi> : insightLabel(insight)}, {rangeInWords(startDate, endDate)}
      </h3>
      <Markdown text={shown(text.replace(CITED, ''))} />
    </section>
  );
}
