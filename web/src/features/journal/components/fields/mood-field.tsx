import { plural, t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { lengthOf } from '@inner-weather/domain/text/length';
import { useState, type Ref } from 'react';
import { TextField } from '../../../../components/forms/field';
import { MoodPicker } from '../../../../components/forms/choices/mood-picker';
import { moodFromWords, useMoods } from '../../../../lib/entry/moods';
import styles from './mood-field.module.css';

interface MoodFieldProps {
  legend: string;
  value: string;
  onChange: (mood: string) => void;
  /** Styles the legend like a label, and does not allow the mood to be cleared. */
  required?: boolean;
  error?: string;
  ref?: Ref<HTMLInputElement>;
}

/** The moods, and one more choice for a custom mood. */
export function MoodField({ legend, value, onChange, required, error, ref }: MoodFieldProps) {
  const moods = useMoods();
  const [isCustomChosen, setIsCustomChosen] = useState(false);
  const isCustom = isCustomChosen || (value !== '' && !moods.find(value));
  return (
    <div className={styles.mood}>
      <MoodPicker
        legend={legend}
        strong={required}
        required={required}
        value={value}
        onChange={(mood) => {
          setIsCustomChosen(false);
          onChange(mood);
        }}
        error={isCustom ? undefined : error}
        other={{
          label: t`Own words`,
          chosen: isCustom,
          onChoose: () => {
            setIsCustomChosen(true);
            onChange('');
          },
          onClear: () => {
            setIsCustomChosen(false);
            onChange('');
          },
        }}
        ref={isCustom ? undefined : ref}
      />
      {isCustom && (
        <TextField
          label={t`Mood in your own words`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          // A custom mood may pass through a preset's name. Keep the field while the user types.
          onFocus={() => setIsCustomChosen(true)}
          error={moodProblem(value) ?? error}
          ref={ref}
          required={required}
        />
      )}
    </div>
  );
}

/** Why a custom mood cannot be saved; undefined if it can. */
export const moodProblem = (words: string): string | undefined =>
  lengthOf(moodFromWords(words)) > LIMITS.moodMax
    ? plural(
        { max: LIMITS.moodMax },
        {
          one: 'A mood has room for # character: this one is too long.',
          other: 'A mood has room for # characters: this one is too long.',
        },
      )
    : undefined;
