import { MOODS } from '@inner-weather/contracts/moods';
import { useState, type Ref } from 'react';
import { TextField } from '../../../components/field';
import { MoodPicker } from '../../../components/mood-picker';
import styles from './mood-field.module.css';

interface MoodFieldProps {
  legend: string;
  value: string;
  onChange: (mood: string) => void;
  /** Characters of a mood in own words. */
  max: number;
  /** A form's label, and no way back to no mood at all. */
  required?: boolean;
  error?: string;
  ref?: Ref<HTMLInputElement>;
}

/** The moods, and one more choice for the writer's own words. */
export function MoodField({ legend, value, onChange, max, required, error, ref }: MoodFieldProps) {
  const [chosen, setChosen] = useState(false);
  const own = chosen || (value !== '' && !MOODS.some((mood) => mood === value));
  return (
    <div className={styles.mood}>
      <MoodPicker
        legend={legend}
        strong={required}
        required={required}
        value={value}
        onChange={(mood) => {
          setChosen(false);
          onChange(mood);
        }}
        error={own ? undefined : error}
        other={{
          label: 'Own words',
          chosen: own,
          onChoose: () => {
            setChosen(true);
            onChange('');
          },
          onClear: () => {
            setChosen(false);
            onChange('');
          },
        }}
        ref={own ? undefined : ref}
      />
      {own && (
        <TextField
          label="Mood in your own words"
          value={value}
          maxLength={max}
          onChange={(event) => onChange(event.target.value)}
          // An own word may be the name of a face on its way: the field stays while somebody types.
          onFocus={() => setChosen(true)}
          error={error}
          ref={ref}
          required={required}
        />
      )}
    </div>
  );
}

/** `happy ` is the mood of the picker, so that it is counted with it. */
export function moodSaid(words: string): string {
  const said = words.trim();
  return MOODS.find((mood) => mood.toLowerCase() === said.toLowerCase()) ?? said;
}
