import type { OwnFace as FaceParts } from '@inner-weather/domain/entries/own-moods';
import type { ReactNode } from 'react';
import { moodsStore } from '../../lib/entry/moods';
import { useStore } from '../../lib/store';
import styles from './face.module.css';
import { Face, PresetFace } from './preset-face';

/** Eyes and mouths to choose from. */
const EYES: Record<FaceParts['eyes'], ReactNode> = {
  dots: <path d="M11.500 13v.1M20.500 13v.1" strokeWidth="3.200" />,
  smiling: <path d="M8.700 13.600c.9-2 4-2 4.900 0M18.400 13.600c.9-2 4-2 4.900 0" />,
  closed: <path d="M8.700 13c.9 1.700 4 1.700 4.900 0M18.400 13c.9 1.700 4 1.700 4.900 0" />,
  frowning: <path d="M8.800 10.700l4.400 2.500M23.200 10.700l-4.400 2.500" />,
  worried: (
    <>
      <path d="M8.800 12.600l4.400-2.200M23.200 12.600l-4.400-2.200" />
      <path d="M11.500 15v.1M20.500 15v.1" strokeWidth="2.800" />
    </>
  ),
};

const MOUTHS: Record<FaceParts['mouth'], ReactNode> = {
  smile: <path d="M10.300 18.800c2.700 4 8.700 4 11.400 0" />,
  flat: <path d="M11 20.500h10" />,
  sad: <path d="M10.800 22.300c2.400-3.400 8-3.400 10.400 0" />,
  open: <ellipse cx="16" cy="21" rx="2.300" ry="2.800" />,
  wave: <path d="M10.500 21c1.800-2.400 3.600-2.400 5.500 0s3.700 2.400 5.500 0" />,
};

/** One part of a face alone, to choose it. */
export function FacePart({ eyes, mouth }: Partial<Pick<FaceParts, 'eyes' | 'mouth'>>) {
  return (
    <svg
      className={styles.part}
      width="40"
      height="24"
      viewBox={eyes ? '6 7 20 12' : '6 15 20 12'}
      aria-hidden="true"
    >
      {eyes ? EYES[eyes] : mouth && MOUTHS[mouth]}
    </svg>
  );
}

/** A face of one's own, from its parts. */
export function OwnFace({ face: { colour, eyes, mouth, emoji }, size }: { face: FaceParts; size?: number }) {
  return (
    <Face colour={`var(--face-${colour})`} size={size}>
      {emoji === '' ? (
        <>
          {EYES[eyes]}
          {MOUTHS[mouth]}
        </>
      ) : (
        <text className={styles.emoji} x="16" y="22" textAnchor="middle">
          {emoji}
        </text>
      )}
    </Face>
  );
}

/** The face of a mood. Other words, or none, get an empty face. The word itself is always shown beside it. */
export function MoodFace({ mood, size }: { mood: string; size?: number }) {
  const own = useStore(moodsStore).find(mood)?.own;
  return own ? <OwnFace face={own} size={size} /> : <PresetFace mood={mood} size={size} />;
}
