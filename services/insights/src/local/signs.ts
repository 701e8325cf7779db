import { setImmediate } from 'node:timers/promises';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { suggestsSelfHarm, wordsOf } from '@inner-weather/domain/self-harm/suggests-self-harm';

/** Whether an entry suggests self-harm. Lets other work run between two entries, since a long one takes milliseconds. */
export async function someSuggestSelfHarm(entries: EntryDto[]): Promise<boolean> {
  for (const entry of entries) {
    if (suggestsSelfHarm(wordsOf(entry))) return true;
    await setImmediate();
  }
  return false;
}
