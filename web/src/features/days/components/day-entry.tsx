import { t } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import { MoodFace } from '../../../components/entries/mood-face';
import { MeasuresOf } from '../../../components/measures/measures-of';
import { Photos } from '../../../components/photos/photos';
import { TagList } from '../../../components/entries/tag-list';
import { Words } from '../../../components/words/words';
import { WaitsMark } from '../../../components/entries/waits-mark';
import { minuteInWords } from '../../../lib/dates/dates';
import { moodInWords } from '../../../lib/entry/moods';
import { useWeatherInWords } from '../../../lib/weather/temperature';
import { type Entry, isOnlyMeasured } from '../../../lib/entry/entry';
import { entryPath } from '../../../lib/entry/entry-path';
import styles from './day-entry.module.css';

/** A read-only entry. */
export function DayEntry({ entry }: { entry: Entry }) {
  const when = minuteInWords(entry.createdAt);
  const isWordless = entry.content === '' && !entry.unreadable;
  const isMeasured = isOnlyMeasured(entry);
  const inWords = useWeatherInWords(entry);
  const weather = entry.weatherStatus === 'ready' ? inWords : '';
  return (
    <article
      className={styles.entry}
      aria-label={t({ message: `Entry of ${when}`, comment: 'A date and a time of day' })}
    >
      {isMeasured ? <span className={styles.faceless} /> : <MoodFace mood={entry.inputMood} size={36} />}
      <div className={styles.body}>
        <p className={styles.meta}>
          {!isMeasured && (
            <>
              <strong>
                <bdi>{entry.inputMood ? moodInWords(entry.inputMood) : t`No mood noted`}</bdi>
              </strong>
              {' · '}
            </>
          )}
          <Link to={entryPath(entry._id)}>{when}</Link>
          {' · '}
          <bdi>{entry.location}</bdi>
          {weather && ' · '}
          {weather && <bdi>{weather}</bdi>}
        </p>
        <p className={styles.meta}>
          <WaitsMark entryId={entry._id} />
        </p>
        {!isWordless && (
          <div className={styles.content}>
            {entry.unreadable ? t`The words of this entry cannot be read.` : <Words text={entry.content} />}
          </div>
        )}
        <Photos of={entry._id} ids={entry.photos} about={when} />
        <MeasuresOf measured={entry.measures} />
        <TagList tags={entry.tags} />
      </div>
    </article>
  );
}
