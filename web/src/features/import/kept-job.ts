import { signedInId } from '../../lib/api/session';
import { vaultNow } from '../../lib/outbox/outbox';
import { IMPORT } from '../../lib/vault/names';
import type { Vault } from '../../lib/vault/vault';
import { type Job, type JobState, progressed } from './job-state';
import type { PartOfImport } from './parts';

/*
 * Where the import of a user is kept: sealed on this device, so that it goes on when they come back, and for all tabs
 * alike; in memory where the device keeps nothing, or has no room. What is kept says what is done: a tab only shows it.
 */

const STATE = IMPORT.state;
const partName = (number: number): string => `${IMPORT.part}${String(number).padStart(6, '0')}`;
/** What has been sent without an answer so far. */
const SENT = IMPORT.sent;
const LOCK = 'inner-weather.import';

/** Milliseconds after which a request whose answer was lost cannot arrive any more. */
const LATE_MS = 40_000;

type Place = Pick<Vault, 'read' | 'keep' | 'drop'>;

export interface KeptJob {
  userId: string;
  read: () => Promise<JobState>;
  readPart: (number: number) => Promise<PartOfImport>;
  /** Changes the state. No other change comes between, from no tab. `answered` is a part whose answer has come. */
  edit: (change: (state: JobState) => JobState, answered?: number) => Promise<JobState>;
  /** Stores a state with parts from `first` on, unless `isFree` says no. In memory, if the device has no room. */
  begin: (begun: {
    isFree: (state: JobState) => boolean | Promise<boolean>;
    job: Job;
    parts: PartOfImport[];
    first: number;
  }) => Promise<JobState>;
  /** Notes that the next part is on its way. @returns the state: if it does not go on, nothing may be sent */
  claim: (isDue: (state: JobState) => boolean) => Promise<JobState>;
  /** Until when a part of this import may still arrive, in milliseconds since 1970; undefined if each was answered. */
  lateUntil: (id: string) => Promise<number | undefined>;
  /** Runs what sends, in one tab at a time. */
  alone: (send: () => Promise<void>) => Promise<void>;
  isSentElsewhere: () => Promise<boolean>;
}

/** What is in memory, by user and name. */
const memory = new Map<string, Map<string, unknown>>();

/** Nothing stays for the next user of this page. */
export function forgetMemory(userId: string | undefined): void {
  for (const id of [...memory.keys()]) if (id !== userId) memory.delete(id);
}

/** @throws if no user is signed in any more */
export async function keptJob(): Promise<KeptJob> {
  const userId = signedInId();
  const vault = await vaultNow();
  if (userId === undefined || userId !== signedInId()) throw new Error('Nobody is signed in.');
  return of(userId, vault);
}

function of(userId: string, vault: Vault | undefined): KeptJob {
  /** An import that is in memory does not move to the device. */
  const place = (): Place => {
    const own = memory.get(userId);
    return own?.has(STATE) || !vault ? inMemory(userId) : vault;
  };
  const read = async () => stateOf(await place().read(STATE));
  const store = async (before: JobState, after: JobState): Promise<void> => {
    if (after === before) return;
    // Its parts go with it.
    if (after.step === 'none') await place().drop(STATE);
    else await place().keep(STATE, after);
    tellTabs(userId);
  };
  const changing = <T>(run: () => Promise<T>) => withLock(`${LOCK}.edit.${userId}`, run);
  return {
    userId,
    read,
    readPart: async (number) => ((await place().read(partName(number))) ?? []) as PartOfImport,
    edit: (change, answered) =>
      changing(async () => {
        const here = place();
        const before = await read();
        const after = change(before);
        await store(before, after);
        if (answered !== undefined) {
          await here.drop(SENT);
          if (after.step === 'none' || after.job.next > answered) await here.drop(partName(answered));
        }
        return after;
      }),
    begin: ({ isFree, job, parts, first }) =>
      changing(async () => {
        const before = await read();
        if (!(await isFree(before))) return before;
        const keepIn = async (to: Place, state: JobState) => {
          await to.drop(STATE);
          for (const [number, part] of parts.entries()) await to.keep(partName(first + number), part);
          await to.keep(STATE, state);
        };
        let begun = progressed(vault && !job.isUnkept ? job : { ...job, isUnkept: true });
        try {
          await keepIn(place(), begun);
        } catch {
          // The device has no room for it, or keeps nothing any more.
          await vault?.drop(STATE).catch(() => undefined);
          begun = progressed({ ...job, isUnkept: true });
          await keepIn(inMemory(userId), begun);
        }
        tellTabs(userId);
        return begun;
      }),
    claim: (isDue) =>
      changing(async () => {
        const state = await read();
        if (state.step !== 'none' && isDue(state))
          await place().keep(SENT, { id: state.job.id, at: Date.now() });
        return state;
      }),
    async lateUntil(id) {
      const found = await Promise.all(
        [inMemory(userId), ...(vault ? [vault] : [])].map((one) => one.read(SENT)),
      );
      const late = (found as ({ id: string; at: number } | undefined)[]).find((sent) => sent?.id === id);
      return late && late.at + LATE_MS > Date.now() ? late.at + LATE_MS : undefined;
    },
    alone: (send) => withLock(`${LOCK}.${userId}`, send),
    async isSentElsewhere() {
      const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
      return (
        (await locks?.request(`${LOCK}.${userId}`, { ifAvailable: true }, (lock) => lock === null)) ?? false
      );
    },
  };
}

function inMemory(userId: string): Place {
  const own = memory.get(userId) ?? new Map<string, unknown>();
  memory.set(userId, own);
  return {
    read: (name) => Promise.resolve(own.get(name)),
    keep: (name, value) => Promise.resolve(void own.set(name, value)),
    drop: (prefix) => {
      for (const name of [...own.keys()]) if (name.startsWith(prefix)) own.delete(name);
      return Promise.resolve();
    },
  };
}

/** Earlier versions kept the job alone. */
function stateOf(kept: unknown): JobState {
  if (typeof kept !== 'object' || kept === null) return { step: 'none' };
  return 'step' in kept ? (kept as JobState) : progressed(kept as Job);
}

/** What waits for a lock of this tab, in a browser without locks. Such a browser keeps nothing that tabs could share. */
const queues = new Map<string, Promise<unknown>>();

function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (locks) return locks.request(name, run);
  const turn = (queues.get(name) ?? Promise.resolve()).then(run);
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

let tabs: { userId: string; channel: BroadcastChannel } | undefined;

/** Calls `onChange` when another tab has changed the import of this user. */
export function listenToTabs(userId: string | undefined, onChange: () => void): void {
  if (tabs?.userId === userId) return;
  tabs?.channel.close();
  tabs = undefined;
  if (userId === undefined) return;
  try {
    tabs = { userId, channel: new BroadcastChannel(`${LOCK}.${userId}`) };
    tabs.channel.addEventListener('message', onChange);
  } catch {
    // The browser forbids storage, and this as well.
  }
}

function tellTabs(userId: string): void {
  if (tabs?.userId === userId) tabs.channel.postMessage('changed');
}
