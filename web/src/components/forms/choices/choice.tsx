import { useId } from 'react';
import { turnArrowKeys } from './arrow-keys';
import styles from './choice.module.css';

interface ChoiceProps<T extends string> {
  legend: string;
  hint?: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A radio group for a few options that are all visible. */
export function Choice<T extends string>({ legend, hint, options, value, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <fieldset aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options} onKeyDown={turnArrowKeys}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
