import { type KnownMood, Moods, type MoodList } from '@inner-weather/domain/entries/own-moods';
import type { KeptAnswer } from '../copy/copy';
import type { KeptEntries } from '../copy/entries';
import type { Vault } from '../vault/vault';

/*
 * The faces of a reminder, as the reminded user has arranged them. The push message has those of the six, because the
 * names of own moods are encrypted on the server. This runs in the service worker, which has no React.
 */

/** An action of a notification. */
export interface ReminderFace {
  /** One of the six in English, or the name of an own mood. */
  mood: string;
  title: string;
}

/** The moods that the device keeps of a user; undefined if it keeps no list. */
export async function readMoods(vault: Vault): Promise<Moods | undefined> {
  const [kept] = ((await vault.read('moods')) as KeptAnswer<MoodList>[] | undefined) ?? [];
  return kept && new Moods(kept.value);
}

/**
 * The faces that the picker offers, those that were chosen most often in the kept entries first. Most platforms show two,
 * so one that is bright and one that is not come before the others.
 * @param sent the faces of the push message, in the order for someone who has chosen none yet
 */
export async function offeredFaces(
  vault: Vault,
  sent: readonly ReminderFace[],
): Promise<readonly ReminderFace[]> {
  const moods = await readMoods(vault);
  if (!moods) return sent;
  const uses = await countUses(vault, moods);
  const places = new Map(sent.map(({ mood }, place) => [mood, place]));
  const usesOf = ({ name }: KnownMood) => uses.get(name) ?? 0;
  const placeOf = ({ name }: KnownMood) => places.get(name) ?? sent.length;
  const ordered = moods.offered().sort((a, b) => usesOf(b) - usesOf(a) || placeOf(a) - placeOf(b));
  const pair = [ordered.find(isBright), ordered.find((mood) => !isBright(mood))].filter(
    (mood) => mood !== undefined,
  );
  return [...new Set([...pair, ...ordered])].map(({ name, own }) => ({
    mood: name,
    title: own ? `${own.emoji} ${name}`.trim() : (sent.find(({ mood }) => mood === name)?.title ?? name),
  }));
}

const isBright = ({ score }: KnownMood): boolean => (score ?? 0) > 0;

/** By the present names of the moods. */
async function countUses(vault: Vault, moods: Moods): Promise<Map<string, number>> {
  const kept = (await vault.read('entries')) as KeptEntries | undefined;
  const uses = new Map<string, number>();
  for (const { inputMood } of kept?.entries ?? []) {
    const name = moods.nameOf(inputMood);
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}
