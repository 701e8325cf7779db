import { useEffect } from 'react';
import { holdLock } from './watch';

/** Holds the lock while a component shows what is needed in another app, and would be lost if the page locked. */
export function useHeldLock(): void {
  useEffect(holdLock, []);
}
