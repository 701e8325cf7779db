import { dayIn } from '@inner-weather/domain/time/local-time';
import { Link } from 'react-router-dom';
import { MoodFace } from '../../../../components/entries/mood-face';
import type { components } from '../../../../lib/api/api-types.gen';
import { dayInWords } from '../../../../lib/dates/dates';
import styles from './mentions.module.css';

type Mention = components['schemas']['InsightMentionDto'];

const REASONS: Record<Mention['why'], string> = {
  brightest: 'one of your brightest',
  heaviest: 'one of your heaviest',
  longest: 'the day you wrote the most',
  change: 'a change from the day before',
  first: 'the first of these days',
  last: 'the last of these days',
  other: 'between the two',
  cited: '',
};

interface MentionsProps {
  title: string;
  mentions: Mention[];
  /** The text links to them by their numbers. */
  numbered?: boolean;
}

/** Links to the entries that an insight refers to. Each opens the days page at the entry. */
export function Mentions({ title, mentions, numbered }: MentionsProps) {
  if (mentions.length === 0) return null;
  return (
    <section className={styles.mentions} aria-label={title}>
      <h3>{title}</h3>
      <ol className={numbered ? styles.numbered : undefined}>
        {mentions.map(({ entryId, createdAt, inputMood, why }, index) => {
          const day = dayIn(createdAt);
          return (
            <li key={entryId} id={numbered ? `entry-${index + 1}` : undefined}>
              <MoodFace mood={inputMood} size={28} />
              <span>
                {numbered && `${index + 1}. `}
                <Link to={`/days?day=${day}&entry=${entryId}`}>{dayInWords(day)}</Link>
                {', '}
                <bdi>{inputMood || 'no mood'}</bdi>
                {REASONS[why] && `: ${REASONS[why]}`}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
