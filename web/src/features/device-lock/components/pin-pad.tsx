import { t } from '@lingui/core/macro';
import { useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react';
import { VisuallyHidden } from '../../../components/page/visually-hidden';
import { cn } from '../../../lib/cn';
import { PIN_DIGITS } from '../../../lib/vault/lock-keys';
import { BackspaceIcon } from './icons';
import styles from './pin-pad.module.css';

interface PinPadProps {
  /** What went wrong, for everyone to hear. */
  problem?: string;
  /** Whether a PIN can be typed now. */
  isOpen: boolean;
  /** Called with the last digit. The digits are gone once it has resolved. */
  onPin: (pin: string) => Promise<void>;
  /** The key beside 0. */
  children?: ReactNode;
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩';

/** Asks for six digits, by its keys or the keyboard's. */
export function PinPad({ problem, isOpen, onPin, children }: PinPadProps) {
  const [digits, setDigits] = useState('');
  const [isBusy, setBusy] = useState(false);
  const add = (digit: string) => {
    if (!isOpen || isBusy) return;
    const pin = digits + digit;
    setDigits(pin);
    if (pin.length < PIN_DIGITS) return;
    setBusy(true);
    void onPin(pin).finally(() => {
      setDigits('');
      setBusy(false);
    });
  };
  const removeLast = () => {
    if (!isBusy) setDigits(digits.slice(0, -1));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arabic = ARABIC_DIGITS.indexOf(event.key);
    const digit = arabic === -1 ? event.key : String(arabic);
    if (/^\d$/.test(digit)) add(digit);
    else if (event.key === 'Backspace') removeLast();
    else return;
    event.preventDefault();
  });
  // Before anything is seen: some type as soon as it is.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const count = digits.length;
  const key = (digit: string) => (
    <button
      key={digit}
      type="button"
      className={styles.key}
      aria-disabled={isOpen ? undefined : true}
      onClick={() => add(digit)}
    >
      {digit}
    </button>
  );
  return (
    <div className={styles.pad}>
      <div role="status">
        <VisuallyHidden>{t`${count} of ${PIN_DIGITS} digits`}</VisuallyHidden>
        <span className={styles.dots} aria-hidden="true">
          {Array.from({ length: PIN_DIGITS }, (_, n) => (
            <span key={n} className={cn(styles.dot, n < count && styles.typed)} />
          ))}
        </span>
      </div>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.keys}>
        {KEYS.map(key)}
        <span>{children}</span>
        {key('0')}
        <button
          type="button"
          className={cn(styles.key, styles.bare)}
          aria-label={t`Delete the last digit`}
          onClick={removeLast}
        >
          <BackspaceIcon />
        </button>
      </div>
    </div>
  );
}
