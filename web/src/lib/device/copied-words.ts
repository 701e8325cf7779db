import { sessionStore } from '../api/session';
import { deviceUser, lastWordsStamp, stampWords } from '../drafts/device-user';
import { readDraft } from '../drafts/drafts';
import { copyingStore, copyUnsaved, dropUnsaved, keepUnsaved, listUnsaved } from '../drafts/unsaved';
import { vaultOfUser } from './kept';
import { openVault, type Vault } from './vault';

/*
 * A copy of unsaved words that survives a kill of the browser. Forms need their words at once, so these are in localStorage,
 * which browsers write to the disk only seconds later. What is kept here is on the disk before the page calls it saved.
 */

interface CopiedWords {
  /** null if they were deleted. */
  words: string | null;
  /** When they were changed: see `stampWords`. */
  at: number;
}

const PREFIX = 'unsaved.';
const DAY_MS = 24 * 60 * 60_000;

const nameOf = (of: string): string => `${PREFIX}${of}/`;

const changes = new Map<string, CopiedWords & { userId: string; of: string }>();

/** From now on, copies the unsaved words of signed-in users, if this device keeps anything of them. */
export function startCopying(): void {
  copyUnsaved((userId, of, words) => {
    if (deviceUser() !== userId) return;
    changes.set(nameOf(of), { userId, of, words, at: stampWords() });
    if (copyingStore.get()) return;
    copyingStore.set(true);
    void copyAll();
  });
}

async function copyAll(): Promise<void> {
  // What changes meanwhile is found by the same loop.
  for (const [name, { userId, of, words, at }] of changes) {
    changes.delete(name);
    try {
      const vault = await vaultOf(userId);
      if (!vault) continue;
      await store(vault, of, { words, at });
      // The session has ended meanwhile, and what was kept of it was deleted before this.
      if (!(await vaultOf(userId))) await vault.drop(PREFIX);
    } catch {
      // The storage is full, or was taken away. The words are in localStorage.
    }
  }
  copyingStore.set(false);
}

/** Undefined if another user is signed in, or none. */
async function vaultOf(userId: string): Promise<Vault | undefined> {
  const session = sessionStore.get();
  return session.status === 'authenticated' && session.user.id === userId ? vaultOfUser() : undefined;
}

const store = (vault: Vault, of: string, copied: CopiedWords): Promise<void> =>
  vault.keep(nameOf(of), copied);

/**
 * Brings back the changes that localStorage has lost in a kill. Call it before a form looks for its words. Words that wait
 * to be sent are no draft any more, whatever the page had time for.
 */
export async function recoverUnsaved(userId: string): Promise<void> {
  const vault = await openVault(userId);
  const writtenAt = lastWordsStamp();
  const copies = (await vault.list(PREFIX)) as Map<string, CopiedWords>;
  for (const [name, { words, at }] of copies) {
    const of = name.slice(PREFIX.length, -1);
    if (at > writtenAt) {
      if (words === null) dropUnsaved(userId, of);
      else keepUnsaved(userId, of, words);
    } else if (words === null && Date.now() - at > DAY_MS) await vault.drop(name);
  }
  const waiting = new Set<string>();
  await vault.edit((all) => {
    for (const { id } of all) waiting.add(id);
    return { put: [], remove: [] };
  });
  for (const of of listUnsaved(userId)) {
    if (!waiting.has(readDraft(userId, of)?.key ?? '')) continue;
    dropUnsaved(userId, of);
    await store(vault, of, { words: null, at: stampWords() });
  }
  // A form that opens takes over the draft of a tab that is gone, which is a change.
  startCopying();
}
