import { useId } from 'react';
import { cn } from '../../../lib/cn';
import styles from './device-lock.module.css';

interface SwitchProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint && `${id}-hint`}
      className={styles.row}
      onClick={() => onChange(!isOn)}
    >
      <span>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <small id={`${id}-hint`} className={styles.small}>
            {hint}
          </small>
        )}
      </span>
      <span className={cn(styles.switch, isOn && styles.on)} />
    </button>
  );
}
