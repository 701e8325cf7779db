import type { Mood } from '@inner-weather/domain/entries/moods';
import type { ReactNode } from 'react';
import styles from './face.module.css';

const DOTS = <path d="M11.500 13v.1M20.500 13v.1" strokeWidth="3.200" />;

/** Each face: its colour (app/tokens.css), two eyes and a mouth. */
const FACES: Record<Mood, { colour: string; features: ReactNode }> = {
  'Very Happy': {
    colour: 'var(--mood-very-happy)',
    features: (
      <>
        <path d="M8.700 13.600c.9-2 4-2 4.900 0M18.400 13.600c.9-2 4-2 4.900 0" />
        <path className={styles.filled} d="M10 18.500h12c-.4 3.700-2.800 5.700-6 5.700s-5.600-2-6-5.700z" />
      </>
    ),
  },
  Happy: {
    colour: 'var(--mood-happy)',
    features: (
      <>
        {DOTS}
        <path d="M10.300 18.800c2.700 4 8.700 4 11.400 0" />
      </>
    ),
  },
  Neutral: {
    colour: 'var(--mood-neutral)',
    features: (
      <>
        {DOTS}
        <path d="M11 20.500h10" />
      </>
    ),
  },
  Sad: {
    colour: 'var(--mood-sad)',
    features: (
      <>
        {DOTS}
        <path d="M10.800 22.300c2.400-3.400 8-3.400 10.400 0" />
      </>
    ),
  },
  Angry: {
    colour: 'var(--mood-angry)',
    features: (
      <>
        <path d="M8.800 10.700l4.400 2.500M23.200 10.700l-4.400 2.500" />
        <path d="M10.800 22.300c2.400-3 8-3 10.400 0" />
      </>
    ),
  },
  Tired: {
    colour: 'var(--mood-tired)',
    features: (
      <>
        <path d="M8.700 13c.9 1.700 4 1.700 4.900 0M18.400 13c.9 1.700 4 1.700 4.900 0" />
        <ellipse cx="16" cy="21" rx="2.300" ry="2.800" />
      </>
    ),
  },
};

/** The face of one of the six. Anything else gets an empty face. The word itself is always shown beside it. */
export function PresetFace({ mood, size }: { mood: string; size?: number }) {
  const face = Object.hasOwn(FACES, mood) ? FACES[mood as Mood] : undefined;
  return (
    <Face colour={face?.colour} size={size}>
      {face?.features ?? DOTS}
    </Face>
  );
}

/** A round face. Without a colour it is only an outline. */
export function Face({
  colour,
  size = 40,
  children,
}: {
  colour?: string;
  size?: number;
  children: ReactNode;
}) {
  return (
    <svg className={styles.face} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle
        className={colour ? undefined : styles.open}
        fill={colour}
        cx="16"
        cy="16"
        r={colour ? 15.5 : 14.5}
      />
      <g className={styles.features}>{children}</g>
    </svg>
  );
}
