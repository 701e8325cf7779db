import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { errorOfAnswer, isTransient } from '../../../lib/api/api-error';
import { signedInId } from '../../../lib/api/session';
import { useEntriesCache } from '../../../lib/entries/entries-cache';
import { queryKey } from '../../../lib/query-keys';
import { retryAfterMs } from '../../../lib/retry-after';
import { createStore, useStore } from '../../../lib/store';
import { stopImport } from '../job';
import { BUSY } from './send-part';

export type PastImport = components['schemas']['PastImportDto'];

/** GET /journal/imports. Each change of entries fetches it again. */
export function usePastImports() {
  return useQuery({
    queryKey: queryKey('imports'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/journal/imports', { signal })).imports,
  });
}

/** Milliseconds between two looks whether a part that was on its way has been answered. */
const LOOK_MS = 250;

/** Milliseconds before a request is repeated for the first time; twice as long before each further time. */
const PAUSE_MS = 500;

/** The longest pause. */
const PAUSE_MAX_MS = 4_000;

/** Failures in a row after which the person is told. The import is taken back further all the same. */
const QUIET_FAILURES = 2;

/** An import that is being taken back, on whichever page the person is, or was the last one. */
export interface TakingBack {
  userId: string | undefined;
  id: string;
  deleted: number;
  /** How many were there at the beginning. One that was on its way then may come on top. */
  all: number;
  /** `error`: it has stopped. */
  state: 'on' | 'done' | { error: unknown };
  /** Why the server does not take it back at the moment. It is asked again. */
  trouble?: unknown;
}

const takingBack = createStore<TakingBack | undefined>(undefined);

export function useTakingBack(): TakingBack | undefined {
  const now = useStore(takingBack);
  return now?.userId === signedInId() ? now : undefined;
}

/** Forgets the last one if it is done: the person has seen that. */
export function forgetTakenBack(): void {
  if (takingBack.get()?.state === 'done') takingBack.set(undefined);
}

/** Takes an import back until nothing of it is left and no part of it can arrive any more. Repeating it is safe. */
export function useTakeBack(): (one: PastImport) => Promise<void> {
  const cache = useEntriesCache();
  return async ({ id, entries }) => {
    const before = takingBack.get();
    if (before?.state === 'on' && before.userId === signedInId()) return;
    // After an error it goes on, and counts on.
    const isSame = before?.id === id && before.userId === signedInId() && before.state !== 'done';
    const deleted = isSame ? before.deleted : 0;
    let now: TakingBack = { userId: signedInId(), id, deleted, all: deleted + entries, state: 'on' };
    const show = (changes: Partial<TakingBack>) => takingBack.set((now = { ...now, ...changes }));
    show({});
    try {
      await takeAllBack(id, {
        count: (more) => show({ deleted: now.deleted + more, trouble: undefined }),
        wait: (trouble) => show({ trouble }),
      });
      show({ state: 'done', trouble: undefined });
    } catch (error) {
      show({ state: { error }, trouble: undefined });
    }
    cache.reload();
  };
}

interface Telling {
  count: (more: number) => void;
  wait: (trouble: unknown) => void;
}

async function takeAllBack(id: string, telling: Telling): Promise<void> {
  // Of a device that does not answer, nothing is sent either.
  const lateUntil = await stopImport(id).catch(() => async () => undefined);
  for (;;) {
    // A part that was on its way may arrive after everything else was deleted.
    const isLast = (await lateUntil()) === undefined;
    await deleteAll(id, telling);
    if (isLast) return;
    while ((await lateUntil()) !== undefined) await sleep(LOOK_MS);
  }
}

/** DELETE /journal/imports/{id} */
async function deleteAll(id: string, { count, wait }: Telling): Promise<void> {
  for (let failures = 0; ;) {
    try {
      const answer = await api.DELETE('/api/journal/imports/{id}', { params: { path: { id } } });
      if (answer.response.status === 429) {
        await sleep(retryAfterMs(answer.response.headers, BUSY));
        continue;
      }
      // An answer that was lost may have been the last one.
      if (errorOfAnswer(answer.response.status, answer.error).code === 'not_found') return;
      const { deleted, remaining } = expectData(answer);
      failures = 0;
      count(deleted);
      if (remaining === 0) return;
    } catch (error) {
      if (!isTransient(error)) throw error;
      failures += 1;
      if (failures > QUIET_FAILURES) wait(error);
      await sleep(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failures - 1)));
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
