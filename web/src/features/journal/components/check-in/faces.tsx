import { t } from '@lingui/core/macro';
import type { KnownMood } from '@inner-weather/domain/entries/own-moods';
import { Fragment, useRef, useState, type KeyboardEvent } from 'react';
import { MoodFace } from '../../../../components/entries/mood-face';
import { cn } from '../../../../lib/cn';
import { isRightToLeft } from '../../../../lib/language/language';
import { moodInWords, useMoods } from '../../../../lib/entry/moods';
import styles from './check-in.module.css';

interface FacesProps {
  /** The id of the element that names them. */
  labelledBy: string;
  /** The mood that is saved. Without it, no face is chosen yet. */
  chosen?: string;
  /** @param face the face that was pressed, from which the chosen one grows */
  onChoose: (mood: string, face: Element | null) => void;
  /** Without it, only the moods are offered. */
  onOwnWords?: () => void;
  /** In one line, with their names for screen readers and pointers. */
  isSmall?: boolean;
}

/** More own moods than these are quieter than the six, in rows of their own. */
const LOUD_MAX = 3;
const QUIET_SIZE = 36;

/** The moods as buttons, one Tab stop. Arrows only move; Enter, Space or a tap saves. */
export function Faces({ labelledBy, chosen, onChoose, onOwnWords, isSmall }: FacesProps) {
  const faces = useRef<HTMLDivElement>(null);
  const moods = useMoods();
  const offered = moods.offered(chosen);
  const firstQuiet =
    offered.filter(({ own }) => own).length > LOUD_MAX ? offered.find(({ own }) => own) : undefined;
  const isQuiet = (mood: KnownMood) => firstQuiet !== undefined && mood.own !== undefined;
  const saved = moods.find(chosen ?? '');
  const [stop, setStop] = useState(() =>
    Math.max(
      0,
      offered.findIndex((mood) => mood === saved),
    ),
  );
  const size = chosen === undefined && !isSmall ? 60 : 36;

  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextOf(event.key, stop, offered.length + (onOwnWords ? 1 : 0));
    if (to === undefined) return;
    event.preventDefault();
    faces.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div
      ref={faces}
      role="toolbar"
      aria-labelledby={labelledBy}
      className={cn(styles.faces, chosen !== undefined && styles.small, isSmall && styles.bare)}
      onKeyDown={onKeyDown}
    >
      {offered.map((mood, index) => (
        <Fragment key={mood.name}>
          {mood === firstQuiet && <i className={styles.row} />}
          <button
            type="button"
            className={cn(styles.face, isQuiet(mood) && styles.quiet)}
            tabIndex={index === stop ? 0 : -1}
            title={isSmall ? moodInWords(mood.name) : undefined}
            aria-pressed={chosen === undefined ? undefined : mood === saved}
            onFocus={() => setStop(index)}
            onClick={(event) => onChoose(mood.name, event.currentTarget.querySelector('svg'))}
          >
            <MoodFace mood={mood.name} size={isQuiet(mood) ? Math.min(size, QUIET_SIZE) : size} />
            <span>{mood.own ? <bdi>{mood.name}</bdi> : moodInWords(mood.name)}</span>
          </button>
        </Fragment>
      ))}
      {onOwnWords && (
        <button
          type="button"
          className={styles.face}
          tabIndex={stop === offered.length ? 0 : -1}
          onFocus={() => setStop(offered.length)}
          onClick={onOwnWords}
        >
          <MoodFace mood="" size={firstQuiet ? Math.min(size, QUIET_SIZE) : size} />
          <span>{t`Own words`}</span>
        </button>
      )}
    </div>
  );
}

/** The index to which a key moves; undefined for any other key. */
function nextOf(key: string, from: number, count: number): number | undefined {
  const isTurned = isRightToLeft();
  const isRight = key === 'ArrowRight';
  if (key === 'ArrowDown' || (isRight && !isTurned) || (key === 'ArrowLeft' && isTurned))
    return (from + 1) % count;
  if (key === 'ArrowUp' || key === 'ArrowLeft' || isRight) return (from + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
