import { cn } from '../../../lib/cn';
import styles from './admin.module.css';

export type Tone = 'good' | 'open' | 'bad' | 'unknown';

/** A sign in front of a line. The label says the same in words, for those who do not see it. */
export function StateMark({ tone, label }: { tone: Tone; label: string }) {
  return (
    <svg
      className={cn(styles.mark, styles[tone])}
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
    >
      <path d={PATHS[tone]} />
    </svg>
  );
}

/** They differ in form, not only in colour. */
const PATHS: Record<Tone, string> = {
  good: 'M4.500 10.500l3.500 3.500 7.500-8',
  open: 'M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13z',
  bad: 'M10 3v9M10 16v.5',
  unknown: 'M5 10h10',
};
