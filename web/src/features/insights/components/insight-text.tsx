import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { momentInWords, rangeInWords } from '../../../lib/dates';
import type { Insight } from '../api/insight';
import styles from './insight-view.module.css';
import { Markdown } from './markdown';
import { rangeLabel } from './range-label';

export function InsightText({ insight, onAsk }: { insight: Insight; onAsk: (range: string) => void }) {
  return (
    <article className={styles.card} aria-labelledby="insight">
      <div className={styles.head}>
        <h2 id="insight">{rangeLabel(insight.range)}</h2>
        <span>{rangeInWords(insight.startDate, insight.endDate)}</span>
      </div>
      {insight.outdated && (
        <div className={styles.outdated}>
          <Notice
            tone="info"
            action={
              <Button variant="plain" onClick={() => onAsk(insight.range)}>
                Write it anew
              </Button>
            }
          >
            Entries of these days have changed since this was written.
          </Notice>
        </div>
      )}
      <div className={styles.text}>
        <Markdown text={insight.text} />
      </div>
      <div className={styles.foot}>
        <span>{writerOf(insight)}</span>
        {insight.finishedAt && <time dateTime={insight.finishedAt}>{momentInWords(insight.finishedAt)}</time>}
      </div>
    </article>
  );
}

function writerOf({ provider, model }: Insight): string {
  switch (provider) {
    case 'local':
      return 'local analysis, nothing leaves this server';
    case 'gemini':
      return `Written by Google Gemini${model && ` (${model})`}`;
    case 'openai':
      return `Written by ${model || 'an OpenAI-compatible model'}`;
  }
}
