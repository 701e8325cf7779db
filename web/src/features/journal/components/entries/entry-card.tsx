import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { MoodFace } from '../../../../components/entries/mood-face';
import { MeasuresOf } from '../../../../components/measures/measures-of';
import { Photos } from '../../../../components/photos/photos';
import { TagList } from '../../../../components/entries/tag-list';
import { WaitsMark } from '../../../../components/entries/waits-mark';
import { cn } from '../../../../lib/cn';
import { minuteInWords } from '../../../../lib/dates/dates';
import { valuesOf } from '../../../../lib/entry/entry-values';
import { toApiError } from '../../../../lib/api/api-error';
import { useUser } from '../../../../lib/api/session';
import { type Entry, isOnlyMeasured } from '../../../../lib/entry/entry';
import { useLookUpWeather } from '../../api/look-up-weather';
import { useChangeWords } from '../../api/update-entry';
import { entryPath } from '../../../../lib/entry/entry-path';
import { cardId } from './card-id';
import { DeleteEntry } from './delete-entry';
import styles from './entry-card.module.css';
import { EntryDetails } from './entry-details';
import { EntryWeather } from './entry-weather';
import { useMarks } from '../../../../components/words/marked-text';
import { Words } from '../../../../components/words/words';
import { useEditEntry } from '../editing/use-edit-entry';
import { MissingWeather, WeatherAgainButtons, WeatherAgainWords } from './weather-again';

/** Entries with more characters are folded at first. */
const FOLDED_FROM = 900;

/** The number of characters that a folded entry certainly shows. */
const SHOWN_WHEN_FOLDED = 300;

/** The time is at the other end of the line. */
const SHOWN_LAST = ['date'] as const;
const SHOWN_LAST_OR_NOT = [...SHOWN_LAST, 'inputMood'] as const;

interface EntryCardProps {
  entry: Entry;
  /** The searched words, which are marked in the text. */
  words: string;
  /** Whether the list is still polling for pending weather. */
  watching: boolean;
  onRemoved: () => void;
  /** Whether it is on a page of its own, which shows all of it. */
  isAlone?: boolean;
  /** Whether its editor is open at first. */
  isEdited?: boolean;
}

export const EntryCard = memo(function EntryCard({
  entry,
  words,
  watching,
  onRemoved,
  isAlone = false,
  isEdited = false,
}: EntryCardProps) {
  const userId = useUser()?.id ?? '';
  const { editor, editButton, edit } = useEditEntry(userId, entry, isEdited);
  const marks = useMarks(entry.content, words);
  // A match must not be hidden.
  const [isUnfolded, setIsUnfolded] = useState(() => marks.some(([from]) => from > SHOWN_WHEN_FOLDED));
  const lookUp = useLookUpWeather();
  const tick = useChangeWords(entry);
  // A value that a script has set needs neither a mood nor the weather beside it.
  const isMeasured = isOnlyMeasured(entry);
  const hasNoWeather = entry.weatherStatus === 'unavailable';
  const isMissing = hasNoWeather && !entry.unreadable && !isMeasured;
  const [isMending, setIsMending] = useState(false);
  const when = minuteInWords(entry.createdAt);
  const isWordless = entry.content === '' && !entry.unreadable;
  const isLong = entry.content.length > FOLDED_FROM && !isAlone;

  if (editor) return editor;
  return (
    <article id={cardId(entry._id)} tabIndex={-1} className={styles.card} aria-label={t`Entry of ${when}`}>
      {isMeasured ? <span className={styles.faceless} /> : <MoodFace mood={entry.inputMood} />}
      <div className={styles.body}>
        <p className={styles.meta}>
          <EntryDetails
            values={valuesOf(entry)}
            except={isMeasured ? SHOWN_LAST_OR_NOT : SHOWN_LAST}
            searched={words}
          />
          {isMissing ? (
            <MissingWeather entry={entry} isOpen={isMending} onToggle={() => setIsMending(!isMending)} />
          ) : (
            !(isMeasured && hasNoWeather) && <EntryWeather entry={entry} watching={watching} />
          )}
          <WaitsMark entryId={entry._id} />
          <time className={styles.date} dateTime={entry.createdAt}>
            {isAlone ? when : <Link to={entryPath(entry._id)}>{when}</Link>}
          </time>
        </p>
        {isMissing && isMending && (
          <WeatherAgainButtons entry={entry} lookUp={lookUp} onCorrect={() => edit('location')} />
        )}
        {!isWordless && (
          <div className={cn(styles.content, isLong && !isUnfolded && styles.folded)}>
            {entry.unreadable ? (
              <em>{t`The words of this entry cannot be read.`}</em>
            ) : (
              <Words text={entry.content} searched={words} onTick={tick.change} />
            )}
          </div>
        )}
        {tick.error && (
          <Notice tone="error" title={t`Your changes were not saved.`}>
            {toApiError(tick.error).message}
          </Notice>
        )}
        <Photos of={entry._id} ids={entry.photos} about={when} />
        <MeasuresOf measured={entry.measures} />
        <TagList tags={entry.tags} words={words} />
        <div className={styles.actions}>
          {isLong && (
            <Button variant="plain" aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
              {isUnfolded ? t`Show less` : t`Show more`}
            </Button>
          )}
          {!entry.unreadable && (
            <Button variant="quiet" ref={editButton} onClick={() => edit('content')}>
              <Trans>Edit Entry</Trans>
            </Button>
          )}
          <DeleteEntry userId={userId} entry={entry} onRemoved={onRemoved} />
        </div>
        <WeatherAgainWords entry={entry} lookUp={lookUp} />
      </div>
    </article>
  );
});
