import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { MoodFace } from '../../../../components/entries/mood-face';
import type { components } from '../../../../lib/api/api-types.gen';
import { dayInWords } from '../../../../lib/dates/dates';
import { entryPath } from '../../../../lib/entry/entry-path';
import { locale } from '../../../../lib/language/language';
import { moodInWords } from '../../../../lib/entry/moods';
import styles from './mentions.module.css';

type Mention = components['schemas']['InsightMentionDto'];

interface MentionsProps {
  title: string;
  mentions: Mention[];
  /** The text links to them by their numbers. */
  numbered?: boolean;
}

/** Links to the entries that an insight refers to. Each opens the page of the entry. */
export function Mentions({ title, mentions, numbered }: MentionsProps) {
  if (mentions.length === 0) return null;
  return (
    <section className={styles.mentions} aria-label={title}>
      <h3>{title}</h3>
      <ol className={numbered ? styles.numbered : undefined}>
        {mentions.map(({ entryId, day, inputMood, why }, index) => {
          const date = dayInWords(day);
          const address = entryPath(entryId);
          const mood = inputMood ? moodInWords(inputMood) : t`no mood`;
          const reason = reasonOf(why);
          return (
            <li key={entryId} id={numbered ? `entry-${index + 1}` : undefined}>
              <MoodFace mood={inputMood} size={28} />
              <span>
                {numbered && `${(index + 1).toLocaleString(locale())}. `}
                {reason ? (
                  <Trans>
                    <Link to={address}>{date}</Link>, <bdi>{mood}</bdi>: {reason}
                  </Trans>
                ) : (
                  <Trans>
                    <Link to={address}>{date}</Link>, <bdi>{mood}</bdi>
                  </Trans>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Why an entry is listed, in the same sentence as its day and mood. '' if the insight quotes it. */
function reasonOf(why: Mention['why']): string {
  switch (why) {
    case 'brightest':
      return t`one of your brightest`;
    case 'heaviest':
      return t`one of your heaviest`;
    case 'longest':
      return t`the day you wrote the most`;
    case 'change':
      return t`a change from the day before`;
    case 'first':
      return t`the first of these days`;
    case 'last':
      return t`the last of these days`;
    case 'other':
      return t`between the two`;
    case 'cited':
      return '';
  }
}
