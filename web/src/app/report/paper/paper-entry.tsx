import { t } from '@lingui/core/macro';
import { memo } from 'react';
import { MoodFace } from '../../../components/entries/mood-face';
import { photoUrl } from '../../../components/photos/photo-url';
import { usePhotos, usePicturesHere } from '../../../components/photos/photos-of';
import { Words } from '../../../components/words/words';
import { weekdayDayAndYear } from '../../../lib/dates/calendar';
import { timeInWords } from '../../../lib/dates/dates';
import type { Entry } from '../../../lib/entry/entry';
import { isPhotoKey } from '../../../lib/outbox/kept-photos';
import { moodInWords } from '../../../lib/entry/moods';
import { useWeatherInWords } from '../../../lib/weather/temperature';
import styles from '../report.module.css';

interface PaperEntryProps {
  entry: Entry;
  hasPhotos: boolean;
  /** Whether its weather and tags are on the paper. */
  hasWeather: boolean;
  isShown: (tag: string) => boolean;
}

/** An entry on paper: mood, moment and words, and what else was chosen. */
export const PaperEntry = memo(function PaperEntry({
  entry,
  hasPhotos,
  hasWeather,
  isShown,
}: PaperEntryProps) {
  const inWords = useWeatherInWords(entry);
  const weather = hasWeather && entry.weatherStatus === 'ready' ? inWords : '';
  const tags = hasWeather ? entry.tags.filter(isShown) : [];
  return (
    <section className={styles.entry}>
      <MoodFace mood={entry.inputMood} size={28} />
      <div className={styles.body}>
        <p className={styles.meta}>
          <strong>
            <bdi>{entry.inputMood ? moodInWords(entry.inputMood) : t`No mood noted`}</bdi>
          </strong>
          {' · '}
          {weekdayDayAndYear(entry.day)}
          {' · '}
          {timeInWords(entry.createdAt)}
          {weather && ' · '}
          {weather && <bdi>{weather}</bdi>}
          {tags.map((tag) => (
            <span key={tag}>
              {' · '}
              <bdi>{tag}</bdi>
            </span>
          ))}
        </p>
        {entry.unreadable && <p>{t`The words of this entry cannot be read.`}</p>}
        {entry.content !== '' && !entry.unreadable && (
          <div className={styles.words}>
            <Words text={entry.content} />
          </div>
        )}
        {hasPhotos && entry.photos && entry.photos.length > 0 && <PaperPhotos ids={entry.photos} />}
      </div>
    </section>
  );
});

/** From this number on, photos are so small on the paper that their small size is sharp. */
const MANY = 3;

/** Photos as a whole, each with what is written about it. Those that cannot be shown are left out. */
function PaperPhotos({ ids }: { ids: readonly string[] }) {
  const photos = usePhotos(ids);
  const { here, isMissing, onMissing } = usePicturesHere(ids);
  const size = ids.length < MANY ? 'large' : 'small';
  const sourceOf = (id: string) => here.get(id) ?? (isPhotoKey(id) ? undefined : photoUrl(id, size));
  return (
    <div className={styles.photos} data-count={Math.min(ids.length, MANY)}>
      {ids
        .filter((id) => !isMissing(id))
        .map((id) => {
          const { description = '', width, height } = photos.get(id) ?? {};
          return (
            <figure key={id}>
              <img
                src={sourceOf(id)}
                width={width}
                height={height}
                alt=""
                loading="lazy"
                decoding="async"
                onError={() => onMissing(id)}
              />
              {description !== '' && <figcaption dir="auto">{description}</figcaption>}
            </figure>
          );
        })}
    </div>
  );
}
