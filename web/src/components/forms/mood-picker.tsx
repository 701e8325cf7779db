import { MOODS } from '@inner-weather/domain/entries/moods';
import { useId, type Ref } from 'react';
import { cn } from '../../lib/cn';
import { moodInWords } from '../../lib/moods';
import { MoodFace } from '../entries/mood-face';
import { turnArrowKeys } from './arrow-keys';
import { FieldNote } from './field';
import styles from './mood-picker.module.css';

interface MoodPickerProps {
  legend: string;
  /** One of MOODS, or '' for none. */
  value: string;
  onChange: (mood: string) => void;
  error?: string;
  /** Style the legend like a field's label. */
  strong?: boolean;
  /** A chosen mood cannot be cleared. */
  required?: boolean;
  /** One more choice, for a custom mood. */
  other?: { label: string; chosen: boolean; onChoose: () => void; onClear: () => void };
  /** The first choice, so that callers can focus it. */
  ref?: Ref<HTMLInputElement>;
}

/** All moods, one choice: a native radio group, so arrow keys and screen readers work as in every form. */
export function MoodPicker({
  legend,
  value,
  onChange,
  error,
  strong,
  required,
  other,
  ref,
}: MoodPickerProps) {
  const id = useId();
  return (
    <fieldset className={styles.picker} aria-describedby={error ? `${id}-note` : undefined}>
      <legend className={cn(styles.legend, strong && styles.strong)}>{legend}</legend>
      <div className={styles.options} onKeyDown={turnArrowKeys}>
        {MOODS.map((mood, index) => (
          <label key={mood} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={mood}
              ref={index === 0 ? ref : undefined}
              checked={value === mood && !other?.chosen}
              onChange={() => onChange(mood)}
              // Where the mood is optional, a second press on the chosen face clears it.
              onClick={() => !required && value === mood && !other?.chosen && onChange('')}
            />
            <MoodFace mood={mood} size={36} />
            {moodInWords(mood)}
          </label>
        ))}
        {other && (
          <label className={styles.option}>
            <input
              type="radio"
              name={id}
              value=""
              checked={other.chosen}
              onChange={other.onChoose}
              onClick={() => !required && other.chosen && other.onClear()}
            />
            <MoodFace mood="" size={36} />
            {other.label}
          </label>
        )}
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  );
}
