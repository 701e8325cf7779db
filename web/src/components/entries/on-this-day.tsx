import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { yearOf } from '../../lib/dates/calendar';
import { minuteInWords } from '../../lib/dates/dates';
import type { Entry } from '../../lib/entry/entry';
import { entryPath } from '../../lib/entry/entry-path';
import { useOnThisDay } from './use-on-this-day';
import type { SessionUser } from '../../lib/api/session';
import { locale } from '../../lib/language/language';
import { moodInWords } from '../../lib/entry/moods';
import { Photos } from '../photos/photos';
import { Words } from '../words/words';
import { MoodFace } from './mood-face';
import styles from './on-this-day.module.css';

interface OnThisDayProps {
  user: SessionUser;
  /** YYYY-MM-DD. */
  today: string;
  /** The ids of entries that are being deleted. */
  deleted: string[];
}

/** The entries of this day in earlier years. Renders nothing if there are none. */
export function OnThisDay({ user, today, deleted }: OnThisDayProps) {
  const entries = useOnThisDay(user, today).data?.filter(({ _id }) => !deleted.includes(_id));
  if (!entries || entries.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="on-this-day">
      <h2 id="on-this-day" className={styles.title}>
        <Trans>On this day</Trans>
      </h2>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry._id}>
            <EarlierEntry entry={entry} today={today} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function EarlierEntry({ entry, today }: { entry: Entry; today: string }) {
  const { day } = entry;
  const isWordless = entry.content === '' && !entry.unreadable;
  const years = yearOf(today) - yearOf(day);
  const year = new Intl.NumberFormat(locale(), { useGrouping: false }).format(yearOf(day));
  return (
    <>
      <p className={styles.when}>
        <MoodFace mood={entry.inputMood} size={24} />
        {entry.inputMood && (
          <strong>
            <bdi>{moodInWords(entry.inputMood)}</bdi>
          </strong>
        )}
        <Link to={entryPath(entry._id)}>
          {plural(years, { one: `${year}, one year ago`, other: `${year}, # years ago` })}
        </Link>
      </p>
      {!isWordless && (
        <blockquote className={styles.text}>
          {entry.unreadable ? t`The words of this entry cannot be read.` : <Words text={entry.content} />}
        </blockquote>
      )}
      <Photos of={entry._id} ids={entry.photos} about={minuteInWords(entry.createdAt)} />
    </>
  );
}
