import { LIMITS } from '@inner-weather/contracts/limits';
import { MOODS, moodOf } from '@inner-weather/contracts/moods';
import { useState, type Ref } from 'react';
import { TextField } from '../../../components/field';
import { MoodPicker } from '../../../components/mood-picker';
import styles from './mood-field.module.css';

interface MoodFieldProps {
  legend: string;
  value: string;
  onChange: (mood: string) => void;
  /** A form's label, and no way back to no mood at all. */
  required?: boolean;
  error?: string;
  ref?: Ref<HTMLInputElement>;
}

/** The moods, and one more choice for the writer's own words. */
export function MoodField({ legend, value, onChange, required, error, ref }: MoodFieldProps) {
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
          onChange={(event) => onChange(event.target.value)}
          // An own word may be the name of a face on its way: the field stays while somebody types.
          onFocus={() => setChosen(true)}
          error={moodProblem(value) ?? error}
          ref={ref}
          required={required}
        />
      )}
    </div>
  );
}

/** Why a mood in own words cannot be saved. */
export const moodProblem = (words: string): string | undefined =>
  [...moodOf(words)].length > LIMITS.moodMax
    ? `A mood has room for ${LIMITS.moodMax} characters: this one is too long.`
    : undefined;
