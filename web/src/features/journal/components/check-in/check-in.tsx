import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { cn } from '../../../../lib/cn';
import { Notice } from '../../../../components/page/notice';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import type { SessionUser } from '../../../../lib/api/session';
import { weekdayAndMinute } from '../../../../lib/dates/dates';
import { useMinute } from '../../../../lib/dates/today';
import { findDraft } from '../../../../lib/drafts/drafts';
import { withValue } from '../../../../lib/measures/with-value';
import { moodInWords } from '../../../../lib/entry/moods';
import { type CheckInProblem, FRESH_MS, useCheckIn } from '../../api/check-in';
import type { Entry } from '../../../../lib/entry/entry';
import { vaultOfUser } from '../../../../lib/copy/copy';
import { takeTappedFace } from '../../../../lib/push/tapped-face';
import { NEW_TEXT_ID } from '../entries/entry-text';
import { useWriteFor } from '../writing/use-write-for';
import styles from './check-in.module.css';
import { Faces } from './faces';
import { SavedCheckIn } from './saved-check-in';

interface CheckInProps {
  user: SessionUser;
  /** What was written today; undefined while that is not known. */
  todays: Entry[] | undefined;
  /** The ids of entries that are being deleted. */
  deleted: string[];
  /** Whether the form of a new entry, which has faces of its own, is in use. */
  isWriting: boolean;
  /** Called when words are begun, and with false when they have ended. */
  onAddingWords: (isAdding: boolean) => void;
}

/**
 * Asks "How are you?" while nothing was written today, and offers the faces in a small row after that. One tap saves, here
 * or on a reminder, and can be undone until the page is left.
 */
export function CheckIn({ user, todays, deleted, ...props }: CheckInProps) {
  const { saved, problem, save, change, changed, undo } = useCheckIn(user);
  const [status, setStatus] = useState('');
  /** Where the face was that was tapped, from which the saved one grows. */
  const [tapped, setTapped] = useState<DOMRect>();
  const [isUndone, setIsUndone] = useState(false);
  /** When it was saved or changed last, in milliseconds since 1970. */
  const [savedAt, setSavedAt] = useState<number>();
  const [isWriting, setIsWriting] = useState(false);
  /** Whether what was saved is one line, which it stays, and whether it had the focus when it became that. */
  const [folded, setFolded] = useState<{ hadFocus: boolean }>();
  const isFolded = folded !== undefined;
  const isPast = useMinute() - (savedAt ?? Infinity) > FRESH_MS;
  if (!isFolded && !isWriting && (props.isWriting || isPast) && saved) {
    const focused = focusedInSaved();
    // What is being typed would be lost.
    if (props.isWriting || !(focused instanceof HTMLInputElement)) setFolded({ hadFocus: focused !== null });
  }
  const isShown = saved && !deleted.includes(saved._id) && (saved.checkIn || isWriting);
  const reportAdding = useEffectEvent(props.onAddingWords);
  const isAddingWords = Boolean(isShown) && isWriting;
  useEffect(() => reportAdding(isAddingWords), [isAddingWords]);
  const say = (mood: string) => {
    const name = moodInWords(mood);
    setStatus(t`${name} saved. Undo is available.`);
  };
  const choose = (mood: string, face: Element | null) => {
    setTapped(face?.getBoundingClientRect());
    setIsWriting(false);
    setFolded(undefined);
    setIsUndone(false);
    setSavedAt(Date.now());
    say(mood);
    void save(mood);
  };
  const changeSaved: typeof change = (changeOf) => {
    setSavedAt(Date.now());
    return change(changeOf);
  };
  // Whatever was written today: who taps a face of a reminder means it.
  const saveTapped = useEffectEvent((mood: string | undefined) => {
    if (mood) choose(mood, null);
  });
  useEffect(() => {
    vaultOfUser()
      .then((vault) => vault && takeTappedFace(vault))
      .then(saveTapped)
      .catch(() => undefined);
  }, []);

  return (
    <>
      <VisuallyHidden>
        {/* What failed is said by the notice. */}
        <span role="status">{problem ? '' : status}</span>
      </VisuallyHidden>
      {isShown && (
        <SavedCheckIn
          user={user}
          entry={saved}
          tapped={tapped}
          isFolded={isFolded}
          hasFocus={folded?.hadFocus}
          isWriting={isWriting}
          onWriting={(isOpened) => {
            if (isOpened) void changed().then(() => setIsWriting(true));
            else setIsWriting(false);
          }}
          onMood={(mood) => {
            say(mood);
            void changeSaved(() => ({ inputMood: mood }));
          }}
          onTags={(tagsOf) => void changeSaved(({ tags }) => ({ tags: tagsOf(tags) }))}
          onMeasure={(id, value) =>
            changeSaved(({ measures = {} }) => ({ measures: withValue(measures, id, value) }))
          }
          onUndo={() => {
            const name = moodInWords(saved.inputMood);
            setStatus(t`Undone. ${name} is not saved.`);
            setIsUndone(true);
            void undo();
          }}
        />
      )}
      {!isShown && todays?.length === 0 && <Question user={user} hasFocus={isUndone} onMood={choose} />}
      {(isShown ? isFolded : todays?.length !== 0) && (
        <AnotherCheckIn isAside={props.isWriting} hasFocus={isUndone && !isShown} onMood={choose} />
      )}
      {problem && (
        <Notice tone="error" title={problemInWords(problem)}>
          {problem.error.message}
        </Notice>
      )}
    </>
  );
}

function problemInWords({ what }: CheckInProblem): string {
  if (what === 'save') return t`Your check-in was not saved.`;
  return what === 'undo' ? t`Your check-in was not undone.` : t`Your changes were not saved.`;
}

interface QuestionProps {
  user: SessionUser;
  /** Whether it appears because of an undo, whose button had the focus. */
  hasFocus: boolean;
  onMood: (mood: string, face: Element | null) => void;
}

function Question({ user, hasFocus, onMood }: QuestionProps) {
  const moment = weekdayAndMinute(useMinute());
  const { location } = user;
  const { day } = useWriteFor();
  // It does not push a text away that is being written.
  const [isLate] = useState(() => day !== undefined || findDraft(user.id) !== undefined || isWritingNow());
  if (isLate) return null;
  return (
    <section className={styles.question} aria-labelledby="how-are-you">
      <p className={styles.when}>
        <span>
          <Trans>
            {moment} in <bdi>{location}</bdi>
          </Trans>
        </span>
      </p>
      <h2 id="how-are-you" tabIndex={-1} ref={hasFocus ? focus : undefined}>
        <Trans>How are you?</Trans>
      </h2>
      <p className={styles.hint}>
        <Trans>Tap a face and it is saved. Words can come later.</Trans>
      </p>
      <Faces
        labelledBy="how-are-you"
        onChoose={onMood}
        onOwnWords={() => document.getElementById(NEW_TEXT_ID)?.focus()}
      />
    </section>
  );
}

interface AnotherCheckInProps extends Pick<QuestionProps, 'hasFocus' | 'onMood'> {
  /** Whether it makes room for the faces of the form. */
  isAside: boolean;
}

function AnotherCheckIn({ isAside, hasFocus, onMood }: AnotherCheckInProps) {
  return (
    <section className={cn(styles.another, isAside && styles.aside)} aria-labelledby="how-are-you-now">
      <h2 id="how-are-you-now" tabIndex={-1} ref={hasFocus ? focus : undefined}>
        <Trans>How are you now?</Trans>
      </h2>
      <Faces labelledBy="how-are-you-now" isSmall onChoose={onMood} />
    </section>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** What has the focus in a saved check-in that is not folded. */
const focusedInSaved = (): Element | null =>
  document.activeElement?.closest(`.${styles.saved}`) ? document.activeElement : null;

const isWritingNow = (): boolean =>
  document.activeElement?.closest('form')?.contains(document.getElementById(NEW_TEXT_ID)) ?? false;
