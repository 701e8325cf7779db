import { MOODS } from '@inner-weather/contracts/moods';
import { useState, type Ref } from 'react';
import { TextField } from '../../../components/field';
import { MoodPicker } from '../../../components/mood-picker';
import styles from './entry-editor.module.css';

interface EditedMoodProps {
  value: string;
  onChange: (mood: string) => void;
  error?: string;
  ref: Ref<HTMLInputElement>;
}

/** The six moods, and a seventh choice for one's own words: an edited entry's mood is free text. */
export function EditedMood({ value, onChange, error, ref }: EditedMoodProps) {
  const [own, setOwn] = useState(value !== '' && !MOODS.some((mood) => mood === value));
  return (
    <div className={styles.mood}>
      <MoodPicker
        legend="Mood"
        strong
        value={value}
        onChange={(mood) => {
          setOwn(false);
          onChange(mood);
        }}
        error={own ? undefined : error}
        other={{
          label: 'Own words',
          chosen: own,
          onChoose: () => {
            setOwn(true);
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
          error={error}
          ref={ref}
          required
        />
      )}
    </div>
  );
}
