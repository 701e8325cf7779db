import { setImmediate } from 'node:timers/promises';
import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { suggestsSelfHarm, wordsOf } from '@inner-weather/contracts/self-harm/suggests-self-harm';

/** Whether one of these entries suggests self-harm. Others get a turn between two entries: a long one takes some ms. */
export async function someSuggestSelfHarm(entries: EntryDto[]): Promise<boolean> {
  for (const entry of entries) {
    if (suggestsSelfHarm(wordsOf(entry))) return true;
    await setImmediate();
  }
  return false;
}
