import { createStore, useStore } from '../store';
import type { Waiting } from './changes';

/** What waits to be sent, in order. `outbox.ts` alone sets it. */
export const waitingStore = createStore<Waiting[]>([]);

export const useWaiting = (): Waiting[] => useStore(waitingStore);
