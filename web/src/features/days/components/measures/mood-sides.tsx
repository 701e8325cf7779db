import { t } from '@lingui/core/macro';
import { colourOfMean } from '../../../../charts/mood-colours';
import { daysInWords } from '../../../../charts/days-in-words';
import { aboveInWords, belowInWords } from '../../../../lib/measures/bounds-in-words';
import type { Measure } from '../../../../lib/measures/measures';
import type { WithMood } from '../../api/together';
import styles from './measures-together.module.css';

const STEPS = [-2, -1, 0, 1, 2] as const;

/** One dot for each day, by the step of its mood, on both sides of the value at which days are divided. */
export function MoodSides({ measure, found: { cut, below, above } }: { measure: Measure; found: WithMood }) {
  if (cut === null || !below || !above) return null;
  const sides = [
    { name: belowInWords(measure, cut), side: below },
    { name: aboveInWords(measure, cut), side: above },
  ];
  return (
    // The sentence above says it in words.
    <div aria-hidden="true">
      {sides.map(({ name, side }) => (
        <div key={name} className={styles.side}>
          <p className={styles.quiet}>
            {name}, {daysInWords(side.days)}
          </p>
          <div className={styles.columns}>
            {STEPS.map((step, index) => (
              <span key={step} className={styles.column}>
                {Array.from({ length: side.moods[index] ?? 0 }, (_, dot) => (
                  <i key={dot} style={{ backgroundColor: colourOfMean(step) }} />
                ))}
              </span>
            ))}
          </div>
        </div>
      ))}
      <p className={styles.scale}>
        <span>{t({ message: 'heaviest', comment: 'The lowest step of the mood' })}</span>
        <span>{t({ message: 'even', comment: 'The middle step of the mood' })}</span>
        <span>{t({ message: 'brightest', comment: 'The highest step of the mood' })}</span>
      </p>
    </div>
  );
}
