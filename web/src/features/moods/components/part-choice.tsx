import { useId, type ReactNode } from 'react';
import { turnArrowKeys } from '../../../components/forms/choices/arrow-keys';
import styles from './moods.module.css';

interface PartChoiceProps<T extends string | number> {
  legend: string;
  /** `label` is read out, and shown below the picture where `isNamed`. */
  options: readonly { value: T; label: string; picture: ReactNode }[];
  value: T | null;
  isNamed?: boolean;
  onChange: (value: T) => void;
}

/** A choice among pictures: a native radio group. */
export function PartChoice<T extends string | number>({
  legend,
  options,
  value,
  isNamed = false,
  onChange,
}: PartChoiceProps<T>) {
  const id = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.parts} onKeyDown={turnArrowKeys}>
        {options.map((option) => (
          <label key={option.value} className={styles.part} title={isNamed ? undefined : option.label}>
            <input
              type="radio"
              name={id}
              value={option.value}
              aria-label={isNamed ? undefined : option.label}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.picture}
            {isNamed && <span>{option.label}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
