import { createStore, useStore } from '../store';
import type { Waiting } from './changes';

/** Before it is known what waits. */
export const UNREAD: Waiting[] = [];

/** What waits to be sent, in order. `outbox.ts` alone sets it. */
export const waitingStore = createStore<Waiting[]>(UNREAD);

export const useWaiting = (): Waiting[] => useStore(waitingStore);
