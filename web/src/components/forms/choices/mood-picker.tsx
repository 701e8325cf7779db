import { useId, type Ref } from 'react';
import { cn } from '../../../lib/cn';
import { moodInWords, useMoods } from '../../../lib/entry/moods';
import { MoodFace } from '../../entries/mood-face';
import { turnArrowKeys } from './arrow-keys';
import { FieldNote } from '../field';
import styles from './mood-picker.module.css';

interface MoodPickerProps {
  legend: string;
  /** The mood of an entry, or '' for none. */
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

/** With more faces than there are presets, they stand in rows. */
const PRESETS = 6;

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
  const moods = useMoods();
  const offered = moods.offered(value);
  const chosen = moods.find(value);
  return (
    <fieldset className={styles.picker} aria-describedby={error ? `${id}-note` : undefined}>
      <legend className={cn(styles.legend, strong && styles.strong)}>{legend}</legend>
      <div className={cn(styles.options, offered.length > PRESETS && styles.many)} onKeyDown={turnArrowKeys}>
        {offered.map((mood, index) => (
          <label key={mood.name} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={mood.name}
              ref={index === 0 ? ref : undefined}
              checked={mood === chosen && !other?.chosen}
              onChange={() => onChange(mood.name)}
              // Where the mood is optional, a second press on the chosen face clears it.
              onClick={() => !required && mood === chosen && !other?.chosen && onChange('')}
            />
            <MoodFace mood={mood.name} size={36} />
            {mood.own ? <bdi>{mood.name}</bdi> : moodInWords(mood.name)}
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
