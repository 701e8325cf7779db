import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { expectData, publicApi } from '../api/api-client';
import type { components } from '../api/api-types.gen';
import { type SessionUser, signedInId } from '../api/session';
import { GENERATION, SENT } from '../vault/names';
import { openVault, type Vault } from '../vault/vault';
import { asNew } from './as-new';
import { newIdOf, type Waiting } from './changes';
import { editOutbox, vaultNow } from './outbox';
import { apiOf } from './send-change';
import { newestSent, type Sent } from './sender';

/*
 * After the server was restored from a backup, it may miss what it had confirmed to this device. What is missing waits
 * again, as something that needs its writer: nothing is sent or overwritten by itself.
 */

type Restoration = components['schemas']['RestorationDto'];

/** Entries that are asked for at the same time. */
const PARALLEL = 4;

/**
 * Compares what this device has sent with what the server has, once after each restoration.
 * @throws if the server could not be asked about everything; then it is to be called again
 */
export async function compareAfter(restored: Restoration, user: SessionUser): Promise<void> {
  const vault = await vaultNow();
  if (!vault || (await vault.read(GENERATION)) === restored.generation) return;
  // One tab compares, and the others find that it is done.
  await navigator.locks.request(`inner-weather.restored.${user.id}`, async () => {
    if ((await vault.read(GENERATION)) === restored.generation) return;
    const missing = await findMissing(vault, restored, user);
    if (signedInId() !== user.id) return;
    await editOutbox((waiting) => {
      const known = new Set(waiting.map(({ entryId }) => entryId));
      const last = waiting.at(-1)?.order ?? 0;
      const put = missing
        // A change that waits finds out by itself.
        .filter(({ of }) => !known.has(of))
        .map(({ change }, n): Waiting => ({ ...change, order: last + 1 + n, isAttempted: false }));
      return { put, remove: [], keep: { [GENERATION]: restored.generation } };
    });
  });
}

/** Whether the server was restored since this device last compared. It may have forgotten the session, too. */
export async function wasRestored(userId: string): Promise<boolean> {
  const vault = await openVault(userId);
  const known = await vault.read(GENERATION);
  if (known === undefined || (await vault.list(SENT)).size === 0) return false;
  const { restored } = expectData(await publicApi.GET('/api/about'));
  // A server that has said it once does not know it for the moment.
  if (restored === null) throw new Error('The server did not say when it was restored');
  return restored.generation !== known;
}

interface Missing {
  /** The id of the entry. */
  of: string;
  change: Omit<Waiting, 'order' | 'isAttempted'>;
}

async function findMissing(vault: Vault, { from }: Restoration, user: SessionUser): Promise<Missing[]> {
  if (from === null) return [];
  const all = [...(await vault.list(SENT)).values()] as Sent[];
  // What was saved before the backup began is in it.
  const sent = newestSent(all).filter(
    ({ entry }) => !entry || Date.parse(entry.updatedAt) >= Date.parse(from),
  );
  const found: (Missing | undefined)[] = [];
  for (let first = 0; first < sent.length; first += PARALLEL)
    found.push(...(await Promise.all(sent.slice(first, first + PARALLEL).map((one) => compare(one, user)))));
  return found.filter((one) => one !== undefined);
}

/** Undefined if the server has the change, or a later one. */
async function compare({ entryId, entry }: Sent, user: SessionUser): Promise<Missing | undefined> {
  const id = entry?._id ?? entryId;
  const answer = await apiOf(user.id).GET('/api/journal/entries/{id}', { params: { path: { id } } });
  const current = answer.response.status === 404 ? undefined : expectData(answer);
  const key = newUuid7();
  if (!entry)
    return (
      current && {
        of: id,
        change: {
          id: key,
          entryId: id,
          change: { kind: 'delete', base: current.updatedAt },
          problem: { kind: 'restored', current },
        },
      }
    );
  if (!current) {
    const change = { kind: 'create', body: { ...asNew(entry), email: user.email } } as const;
    return { of: id, change: { id: key, entryId: newIdOf(key), change, problem: { kind: 'restored' } } };
  }
  if (Date.parse(current.updatedAt) >= Date.parse(entry.updatedAt)) return undefined;
  const change = {
    kind: 'update',
    // What was taken away is empty.
    body: { ...asNew(entry), inputMood: entry.inputMood, measures: entry.measures ?? {} },
    base: current.updatedAt,
  } as const;
  return { of: id, change: { id: key, entryId: id, change, problem: { kind: 'changed', current } } };
}
