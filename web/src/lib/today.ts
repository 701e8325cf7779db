import { useSyncExternalStore } from 'react';
import { timeUntilMidnight, timeZone, today } from './dates';

/** Milliseconds after which the clock is read again in any case: timers stand still while a device sleeps. */
const LONGEST_MS = 60 * 60_000;

const read = (): string => today(timeZone());

/** Today, YYYY-MM-DD. It changes at midnight, also on a page that stays open. */
export function useToday(): string {
  return useSyncExternalStore(onDayChange, read);
}

function onDayChange(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    clearTimeout(timer);
    onChange();
    wait();
  };
  const wait = () => {
    timer = setTimeout(look, Math.min(timeUntilMidnight(timeZone()), LONGEST_MS));
  };
  wait();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}
