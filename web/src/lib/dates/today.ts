import { useSyncExternalStore } from 'react';
import { timeUntilMidnight, timeZone, today } from './dates';

/** The longest time, in milliseconds, between two looks at the clock. Timers stop while a device sleeps. */
const LONGEST_MS = 60 * 60_000;

const currentDay = (): string => today(timeZone());

/** Today, YYYY-MM-DD. It changes at midnight, even on an open page. */
export function useToday(): string {
  return useSyncExternalStore(onDayChange, currentDay);
}

function onDayChange(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const update = () => {
    clearTimeout(timer);
    onChange();
    wait();
  };
  const wait = () => {
    timer = setTimeout(update, Math.min(timeUntilMidnight(timeZone()), LONGEST_MS));
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
