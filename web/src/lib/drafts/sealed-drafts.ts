import { lockedUser } from '../vault/lock-mark';
import { isSharedDevice } from '../vault/shared-device';
import type { Waiting } from '../outbox/changes';
import type { Sent } from '../outbox/sender';
import { DRAFTS, SENT } from '../vault/names';
import { openVault, type Vault } from '../vault/vault';
import { openChannel } from '../channel';
import { ofTab, readStorage, writeStorage } from '../remembered';
import { leaveDraftAt, leaveDraftsOf, newTabId, readDraft, tabId } from './drafts';
import {
  dropStored,
  dropUnsaved,
  keepingStore,
  keepNow,
  keepSealed,
  listStored,
  noteElsewhere,
  readUnsaved,
  unsavedKept,
} from './unsaved';

/*
 * Unsaved words in the vault. They are on the disk before the page calls them saved. What was typed in the moment in which a
 * page goes has no time to be sealed: it waits in the storage of its tab for the next page.
 */

const NAME = 'inner-weather.drafts';
/** The words that the last page of this tab had no time to seal. */
const LAST_WORDS = 'inner-weather.last-words';

/** The name of a draft in the vault. No name begins with another, since `drop` takes all that do. */
const nameOf = (of: string): string => `${DRAFTS}${of}/`;

type Change = [of: string, words: string | null];

/** Stops keeping, and returns whose changes are not on the disk. */
let close: (() => [userId: string, changes: Change[]]) | undefined;

/** Brings the unsaved words of a user into memory, before their session opens. Returns their vault, if there is one. */
export async function openDrafts(userId: string): Promise<Vault | undefined> {
  const [lastUser, left = []] = close?.() ?? [];
  close = undefined;
  keepSealed(undefined);
  if (isSharedDevice()) return undefined;
  const vault = await openVault(userId).catch(() => undefined);
  if (!vault) return undefined;
  leaveDraftsOf(await otherTabs());
  const kept = await vault.list(DRAFTS);
  const words = new Map(
    [...kept].map(([name, text]) => [name.slice(DRAFTS.length, -1), String(text)] as const),
  );
  const unkept = lastUser === userId ? left : [];
  const stored = [...storedChanges(userId, words), ...takeLastWords(userId), ...unkept];
  close = keepIn(vault, userId, words, stored);
  await unsavedKept();
  if (keepingStore.get() === 'kept') for (const of of listStored(userId)) dropStored(userId, of);
  await dropSent(vault, userId, words);
  return vault;
}

const TAB_LOCK = 'inner-weather.tab.';
/** Milliseconds for the lock of the page before a reload to be given back. That of a tab that was duplicated is not. */
const RELOAD_MS = 1_000;
let holdsTabLock: Promise<void> | undefined;

async function holdTabLock(): Promise<void> {
  const isOwn = await hold(tabId(), { signal: AbortSignal.timeout(RELOAD_MS) });
  if (!isOwn) void hold(newTabId());
}

/** The lock is never given back, so the browser does it when the page goes. */
const hold = (id: string, options: LockOptions = {}): Promise<boolean> =>
  new Promise((resolve) => {
    const forEver = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    void navigator.locks.request(TAB_LOCK + id, options, forEver).catch(() => resolve(false));
  });

/** The ids of the other tabs that are open. Each holds a lock while it is. */
async function otherTabs(): Promise<Set<string>> {
  await (holdsTabLock ??= holdTabLock());
  const own = TAB_LOCK + tabId();
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name = '' }) => (name.startsWith(TAB_LOCK) && name !== own ? [name] : []));
  return new Set(names.map((name) => name.slice(TAB_LOCK.length)));
}

/**
 * Words that were kept in the browser's storage: by version 1.0.0, or by a page that had no vault in time. They are newer.
 * Two drafts of a new entry are both kept.
 */
function storedChanges(userId: string, words: Map<string, string>): Change[] {
  return listStored(userId).flatMap((of): Change[] => {
    const text = readUnsaved(userId, of);
    const other = words.get(of);
    if (text === undefined || text === other) return [];
    const [kind, tab, day] = of.split('.');
    const aside = [kind, `${tab}-aside`, ...(day === undefined ? [] : [day])].join('.');
    const isBoth = kind === 'new' && other !== undefined;
    return [[of, text], ...(isBoth ? [[aside, other] satisfies Change] : [])];
  });
}

/** Gives words to the vault, one change after another, and tells the other tabs. Returns a function that stops it. */
function keepIn(
  vault: Vault,
  userId: string,
  words: Map<string, string>,
  changes: Change[],
): NonNullable<typeof close> {
  /** What is not on the disk yet. */
  const pending = new Map<string, string | null>();
  const channel = openChannel(`${NAME}.${userId}`);
  let isKeeping = false;

  async function keepAll(): Promise<void> {
    isKeeping = true;
    keepingStore.set('keeping');
    try {
      for (let next = first(pending); next; next = first(pending)) {
        const [of, text] = next;
        await (text === null ? vault.drop(nameOf(of)) : vault.keep(nameOf(of), text));
        // It may have been changed meanwhile.
        if (pending.get(of) === text) pending.delete(of);
      }
      keepingStore.set('kept');
    } catch {
      // The storage is full, or was taken away. The next change tries all of them again.
      keepingStore.set('failed');
    }
    isKeeping = false;
  }
  const keep = (of: string, text: string | null): void => {
    pending.set(of, text);
    channel?.postMessage([of, text] satisfies Change);
    if (!isKeeping) void keepAll();
  };
  const onMessage = ({ data: [of, text] }: MessageEvent<Change>): void => {
    if (text === null) words.delete(of);
    else {
      words.set(of, text);
      leaveDraftAt(of);
    }
    noteElsewhere(of, text);
  };
  const onHide = (): void => {
    keepNow();
    // With a lock, nothing may be on the disk that is not sealed.
    if (pending.size > 0 && lockedUser() === null) leaveLastWords(userId, [...pending]);
  };
  channel?.addEventListener('message', onMessage);
  window.addEventListener('pagehide', onHide);
  for (const [of, text] of changes) {
    if (text === null) words.delete(of);
    else words.set(of, text);
    keep(of, text);
  }
  keepSealed({ userId, words, keep });
  return () => {
    window.removeEventListener('pagehide', onHide);
    channel?.close();
    return [userId, [...pending]];
  };
}

const first = <K, V>(map: Map<K, V>): [K, V] | undefined => map.entries().next().value;

function leaveLastWords(userId: string, changes: Change[]): void {
  writeStorage(LAST_WORDS, JSON.stringify({ userId, changes }), ofTab);
}

function takeLastWords(userId: string): Change[] {
  try {
    const left = JSON.parse(readStorage(LAST_WORDS, ofTab) ?? '{}') as {
      userId?: string;
      changes?: Change[];
    };
    writeStorage(LAST_WORDS, null, ofTab);
    return left.userId === userId ? (left.changes ?? []) : [];
  } catch {
    return [];
  }
}

/**
 * Drops drafts whose entry waits to be sent or was sent, since a browser that is killed after a save has no time to drop its
 * draft.
 */
async function dropSent(vault: Vault, userId: string, words: Map<string, string>): Promise<void> {
  if (words.size === 0) return;
  const sent = [...(await vault.list(SENT)).values()] as Sent[];
  const keys = new Set(sent.map(({ id }) => id));
  await vault.edit<Waiting>((waiting) => {
    for (const { id } of waiting) keys.add(id);
    return { put: [], remove: [] };
  });
  for (const of of words.keys()) if (keys.has(readDraft(userId, of)?.key ?? '')) dropUnsaved(userId, of);
}
