import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button';
import { MoodFace } from '../../../components/mood-face';
import { cn } from '../../../lib/cn';
import { dayOf } from '../../../lib/dates';
import type { Entry } from '../api/entry';
import { DeleteEntry } from './delete-entry';
import { EntryEditor } from './entry-editor';
import styles from './entry-card.module.css';
import { EntryWeather } from './entry-weather';

/** Characters above which an entry is folded. */
const LONG = 900;

interface EntryCardProps {
  entry: Entry;
  /** The reader's time zone; the date is the day of the entry's creation there. */
  tz: string;
  /** Somebody is still asking for weather that is pending. */
  watching: boolean;
  onRemoved: () => void;
}

export function EntryCard({ entry, tz, watching, onRemoved }: EntryCardProps) {
  const [editing, setEditing] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const day = dayOf(entry.createdAt, tz);
  const folded = entry.content.length > LONG && !unfolded;

  const backToView = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  if (editing) {
    return (
      <article className={styles.editing} aria-label={`Entry of ${day}, being edited`}>
        <EntryEditor entry={entry} onSaved={backToView} onCancel={backToView} />
      </article>
    );
  }
  return (
    <article className={styles.card} aria-label={`Entry of ${day}`}>
      <MoodFace mood={entry.inputMood} />
      <div className={styles.body}>
        <p className={styles.meta}>
          <strong>{entry.inputMood || 'No mood noted'}</strong>
          <span>{entry.location}</span>
          {entry.neverSendToAi && <span>never sent to AI</span>}
          <EntryWeather entry={entry} watching={watching} />
          <time className={styles.date} dateTime={day}>
            {day}
          </time>
        </p>
        <p className={cn(styles.content, folded && styles.folded)}>{entry.content}</p>
        <div className={styles.actions}>
          {entry.content.length > LONG && (
            <Button variant="plain" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
              {unfolded ? 'Show less' : 'Read on'}
            </Button>
          )}
          <Button variant="plain" ref={editButton} onClick={() => setEditing(true)}>
            Edit Entry
          </Button>
          <DeleteEntry entry={entry} day={day} onRemoved={onRemoved} />
        </div>
      </div>
    </article>
  );
}
