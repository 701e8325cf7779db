import { moodOf } from '@inner-weather/contracts/moods';
import { newUuid7 } from '@inner-weather/contracts/uuid7';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button';
import { MoodFace } from '../../../components/mood-face';
import { Notice } from '../../../components/notice';
import { TagList } from '../../../components/tag-list';
import { messageOf } from '../../../lib/api-error';
import { dateOf, minuteIn, minuteInWords, momentInWords, placedThere } from '../../../lib/dates';
import { useUser } from '../../../lib/session';
import { useCreateEntry } from '../api/create-entry';
import { replaceEntry } from '../api/entries-cache';
import type { Entry } from '../api/entry';
import { currentEntryOf, useUpdateEntry } from '../api/update-entry';
import styles from './edit-conflict.module.css';
import type { EditedValues } from './entry-editor';

interface EditConflictProps {
  edited: EditedValues;
  /** The entry as it is saved now. */
  current: Entry;
  /** The entry was changed once more while the person was choosing. */
  onChanged: (current: Entry) => void;
  onDone: () => void;
  onLater: () => void;
}

/** Shows both versions of an entry that was changed elsewhere too, until its writer chooses. */
export function EditConflict({ edited, current, onChanged, onDone, onLater }: EditConflictProps) {
  const queryClient = useQueryClient();
  const email = useUser()?.email ?? '';
  const update = useUpdateEntry();
  const create = useCreateEntry();
  const [idempotencyKey] = useState(newUuid7);
  const { content, location, tags, neverSendToAi } = edited;
  const inputMood = moodOf(edited.inputMood);
  // The minute that the field shows must not cut the seconds off a time that was not touched.
  const date =
    edited.date === minuteIn(current.createdAt)
      ? current.createdAt
      : dateOf(placedThere(edited.date, current.createdAt));
  const mine = { content, inputMood, location, tags, neverSendToAi, date };
  const { _id: id, updatedAt } = current;
  const busy = update.isPending || create.isPending;
  const error = update.error ?? create.error;

  const keepThis = async () => {
    try {
      await update.mutateAsync({ id, updatedAt, body: mine });
      onDone();
    } catch (reason) {
      const changed = currentEntryOf(reason);
      if (changed) onChanged(changed);
    }
  };
  const keepThat = () => {
    replaceEntry(queryClient, current);
    onDone();
  };
  const keepBoth = async () => {
    try {
      await create.mutateAsync({ body: { ...mine, email }, idempotencyKey });
      keepThat();
    } catch {
      // Shown below.
    }
  };

  return (
    <section aria-label="One entry, two versions">
      <Notice tone="info" title="One entry, two versions">
        This entry was also changed in another place. Both versions are safe until you choose.
      </Notice>
      <div className={styles.pair}>
        <section className={styles.version} aria-label="On this device">
          <h3>On this device</h3>
          <VersionText {...mine} createdAt={date} />
          <Button busy={busy} onClick={() => void keepThis()}>
            Keep this
          </Button>
        </section>
        <section className={styles.version} aria-label="Saved elsewhere">
          <h3>Saved on {momentInWords(updatedAt)}</h3>
          <VersionText {...current} />
          <Button busy={busy} onClick={keepThat}>
            Keep that
          </Button>
        </section>
      </div>
      {error !== null && !currentEntryOf(error) && (
        <Notice tone="error" title="Your choice was not saved.">
          {messageOf(error)}
        </Notice>
      )}
      <div className={styles.both}>
        <p>Keep both, and they are two entries of the same day.</p>
        <Button variant="plain" onClick={onLater}>
          Decide later
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void keepBoth()}>
          Keep both
        </Button>
      </div>
    </section>
  );
}

type Version = Pick<Entry, 'content' | 'inputMood' | 'location' | 'tags' | 'createdAt' | 'neverSendToAi'>;

function VersionText({ content, inputMood, location, tags, createdAt, neverSendToAi }: Version) {
  return (
    <>
      <p className={styles.about}>
        <MoodFace mood={inputMood} />
        <strong>
          <bdi>{inputMood || 'No mood noted'}</bdi>
        </strong>
        <bdi>{location}</bdi>
        <span>{minuteInWords(createdAt)}</span>
        {neverSendToAi && <span>never sent to AI</span>}
      </p>
      <p className={styles.text}>{content}</p>
      <TagList tags={tags} words="" />
    </>
  );
}
