import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { textOfError } from '../../../lib/api/api-error';
import { inSentences } from '../../../lib/language/sentences';
import { type NumberedEntry, type PartOfImport, withoutPhotos } from '../parts';
import type { At } from '../understand/understood';
import { checkPart } from './send-part';

/** What the server would make of an import. */
export interface Check {
  /** Entries that are in the journal already. */
  alreadyThere: number;
  /** Of those, the ones that have other words here. */
  changed: number;
  /** Entries that were imported and deleted not long ago. */
  deleted: number;
  refused: { at: At; text: string }[];
  /** Bytes that the rest counts towards the quota of the journal. */
  bytes: number;
}

/** Without values, whose measures may not be here yet, if anything else is left. */
function withoutMeasures(one: NumberedEntry): NumberedEntry[] {
  const { measures, ...entry } = one.entry;
  return measures && !entry.content && !entry.inputMood ? [] : [{ ...one, entry }];
}

/**
 * Asks part by part. Nothing is stored.
 * @throws NotNow if the server takes no more requests for now
 * @throws ApiError
 */
export async function checkEntries(
  parts: readonly PartOfImport[],
  source: string,
  signal: AbortSignal,
): Promise<Check> {
  const options = { lookUpWeather: false, restoreDeleted: false };
  const sending = { id: newUuid7(), source, options };
  const check: Check = { alreadyThere: 0, changed: 0, deleted: 0, refused: [], bytes: 0 };
  for (const part of parts) {
    signal.throwIfAborted();
    const words = part.map(withoutPhotos).flatMap(withoutMeasures);
    if (words.length === 0) continue;
    const report = await checkPart(words, sending);
    const { changed = 0, bytes = 0 } = report;
    check.alreadyThere += report.alreadyThere - changed;
    check.changed += changed;
    check.deleted += report.deleted;
    check.bytes += bytes;
    for (const { index, errors } of report.refused) {
      const entry = words[index];
      if (entry) check.refused.push({ at: entry.at, text: inSentences(...errors.map(textOfError)) });
    }
  }
  return check;
}
