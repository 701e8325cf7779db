import { useSyncExternalStore } from 'react';
import { timeUntil } from './dates';
import { dayEndsAt, localDate, today } from './zone';

/** The longest time, in milliseconds, between two looks at the clock. Timers stop while a device sleeps. */
const LONGEST_MS = 60 * 60_000;

/** The user's today, YYYY-MM-DD. It changes when their day ends, even on an open page. */
export function useToday(): string {
  return useSyncExternalStore(onDayChange, today);
}

/** The date on the user's clocks, YYYY-MM-DD. It changes at midnight, even on an open page. */
export function useLocalDate(): string {
  return useSyncExternalStore(onDayChange, localDate);
}

function onDayChange(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const update = () => {
    clearTimeout(timer);
    onChange();
    wait();
  };
  const wait = () => {
    timer = setTimeout(update, Math.min(timeUntil(0), timeUntil(dayEndsAt()), LONGEST_MS));
  };
  wait();
  document.addEventListener('visibilitychange', update);
  window.addEventListener('focus', update);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', update);
    window.removeEventListener('focus', update);
  };
}

const MINUTE_MS = 60_000;

const currentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The minute that has begun, in milliseconds since 1970. */
export function useMinute(): number {
  return useSyncExternalStore(onMinuteChange, currentMinute);
}

function onMinuteChange(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS / 4);
  return () => clearInterval(timer);
}
