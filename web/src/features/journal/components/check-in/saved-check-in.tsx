import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { MoodFace } from '../../../../components/entries/mood-face';
import { WaitsMark } from '../../../../components/entries/waits-mark';
import { Button } from '../../../../components/forms/button';
import type { SessionUser } from '../../../../lib/api/session';
import { timeInWords } from '../../../../lib/dates/dates';
import { isNewId } from '../../../../lib/outbox/changes';
import { firstIdOf } from '../../../../lib/outbox/made';
import { useMeasures } from '../../../../lib/measures/measures';
import { moodInWords } from '../../../../lib/entry/moods';
import type { Entry } from '../../../../lib/entry/entry';
import { EditEntry } from '../editing/edit-entry';
import { cardId } from '../entries/card-id';
import { EntryWeather } from '../entries/entry-weather';
import { FavouriteTags } from '../fields/favourite-tags';
import styles from './check-in.module.css';
import { Faces } from './faces';

const AskedMeasures = lazy(() => import('../../../../components/measures/asked-measures'));

interface SavedCheckInProps {
  user: SessionUser;
  entry: Entry;
  /** Where the face was that was tapped. */
  tapped: DOMRect | undefined;
  /** Whether it is only one line. */
  isFolded: boolean;
  /** Whether the focus was in it before it became one line. */
  hasFocus?: boolean;
  /** Whether words are being added. */
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
  onMood: (mood: string) => void;
  /** @param tagsOf the new tags for those of the entry */
  onTags: (tagsOf: (tags: string[]) => string[]) => void;
  /** Ends when the entry has the value, or when the change failed. */
  onMeasure: (id: string, value: number | undefined) => Promise<void>;
  onUndo: () => void;
}

/** What was saved by a tap: it can be undone, and words and tags can follow or not. */
export function SavedCheckIn({ entry, isWriting, onWriting, ...props }: SavedCheckInProps) {
  const id = useId();
  const addWords = useRef<HTMLButtonElement>(null);
  useEffect(() => addWords.current?.focus(), []);
  const { location } = entry;
  const hasMeasures = (useMeasures().data ?? []).length > 0;
  const mood = moodInWords(entry.inputMood);
  const time = timeInWords(entry.createdAt);

  if (isWriting) {
    const close = () => {
      flushSync(() => onWriting(false));
      // Once it has words, it is an entry like any other, and its card is all that is left of it.
      (addWords.current ?? document.getElementById(cardId(entry._id)))?.focus();
    };
    // What is sent in the meantime gets another id, and its words stay.
    return (
      <EditEntry
        key={firstIdOf(entry._id)}
        userId={props.user.id}
        entry={entry}
        focus="content"
        onClose={close}
      />
    );
  }
  const undo = (
    <Button variant={props.isFolded ? 'plain' : undefined} onClick={props.onUndo}>
      <Trans>Undo</Trans>
    </Button>
  );
  if (props.isFolded)
    return (
      <section
        className={styles.line}
        aria-labelledby={`${id}-mood`}
        tabIndex={-1}
        ref={props.hasFocus ? focus : undefined}
      >
        <MoodFace mood={entry.inputMood} size={28} />
        <p>
          <strong id={`${id}-mood`}>
            <bdi>{mood}</bdi>
          </strong>{' '}
          <Trans>Saved at {time}</Trans>
        </p>
        {undo}
      </section>
    );
  return (
    <section className={styles.saved} aria-labelledby={`${id}-mood`}>
      <GrownFace mood={entry.inputMood} from={props.tapped} />
      <h2 id={`${id}-mood`}>
        <bdi>{mood}</bdi>
      </h2>
      <p className={styles.when}>
        <span>
          <Trans>
            Saved at {time} in <bdi>{location}</bdi>
          </Trans>
        </span>
        {isNewId(entry._id) ? <WaitsMark entryId={entry._id} /> : <EntryWeather entry={entry} watching />}
      </p>
      <div className={styles.ways}>
        {undo}
        <Button variant="primary" ref={addWords} onClick={() => onWriting(true)}>
          <Trans>Add words</Trans>
        </Button>
      </div>
      <FavouriteTags value={entry.tags} onToggle={props.onTags} />
      {hasMeasures && (
        <Suspense>
          <AskedMeasures isSavedAtOnce values={entry.measures ?? {}} onChange={props.onMeasure} />
        </Suspense>
      )}
      <p id={`${id}-another`} className={styles.hint}>{t`Not quite? Choose another.`}</p>
      <Faces
        labelledBy={`${id}-another`}
        chosen={entry.inputMood}
        onChoose={(chosen) => chosen !== entry.inputMood && props.onMood(chosen)}
        onOwnWords={() => onWriting(true)}
      />
    </section>
  );
}

/** The page does not scroll to it, since its user did not ask for it. */
const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** The chosen face, which grows from where it was tapped. */
function GrownFace({ mood, from }: { mood: string; from: DOMRect | undefined }) {
  const face = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const to = face.current?.getBoundingClientRect();
    if (!face.current || !from || !to || to.width === 0) return;
    const x = from.x + from.width / 2 - (to.x + to.width / 2);
    const y = from.y + from.height / 2 - (to.y + to.height / 2);
    face.current.style.setProperty('--from', `translate(${x}px, ${y}px) scale(${from.width / to.width})`);
  }, [from]);
  return (
    <div ref={face} className={styles.grown}>
      <MoodFace mood={mood} size={96} />
    </div>
  );
}
