import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightMentionDto } from '@inner-weather/contracts/insights/insights.dto';

/** How many entries a model can cite. Only the newest ones are listed with their ids. */
const LISTED_MAX = 400;

/** The maximum number of entries that one answer cites. Further citations are removed from the text. */
const CITED_MAX = 20;

/** Matches `[[id]]` and `[[id, id]]`, and also a bare id, because models sometimes omit the brackets. */
const CITATION = / {0,2}(?:\[\[([^[\]]{0,600})\]\]|\(?\b([0-9a-f]{24})\b\)?)/gi;

/** Returns the part of the system instruction that asks the model to cite entries. */
export function askForCitations(entries: EntryDto[]): string {
  const ids = entries.slice(0, LISTED_MAX).map(citationLine);
  return `Where you speak of a particular entry, put its id in double brackets behind the sentence, like [[${entries[0]?._id ?? ''}]]. Name at most ten entries, and no id that is not listed here. These are the ids and days of the entries, in the order of the message:
${ids.join('\n')}`;
}

/** The line that lists the id and the day of an entry for the model. */
export function citationLine({ _id, day }: EntryDto): string {
  return `${_id} ${day}`;
}

/** An answer with its citations checked. */
export interface CheckedAnswer {
  /** Each citation is a link to its number in `cited`, from 1: `[1](#entry-1)`. */
  text: string;
  cited: InsightMentionDto[];
  /** How many distinct ids in the answer do not belong to an entry that was sent. */
  dropped: number;
}

/** @param sentEntries the entries that the model received; citations of other ids are dropped */
export function checkCitations(answer: string, sentEntries: EntryDto[]): CheckedAnswer {
  const entriesById = new Map(sentEntries.map((entry) => [entry._id.toLowerCase(), entry]));
  const citedNumbers = new Map<string, number>();
  const droppedIds = new Set<string>();
  const numberOf = (id: string): number | undefined => {
    if (!entriesById.has(id)) droppedIds.add(id);
    else if (!citedNumbers.has(id) && citedNumbers.size < CITED_MAX)
      citedNumbers.set(id, citedNumbers.size + 1);
    return citedNumbers.get(id);
  };
  const text = answer.replaceAll(
    CITATION,
    (_all, idList: string | undefined, singleId: string | undefined) => {
      const ids = (idList ?? singleId ?? '').toLowerCase().split(/[\s,;]+/);
      const numbers = ids.filter(Boolean).flatMap((id) => numberOf(id) ?? []);
      return [...new Set(numbers)].map((number) => ` [${number}](#entry-${number})`).join('');
    },
  );
  return {
    text,
    cited: [...citedNumbers.keys()].flatMap((id) => {
      const entry = entriesById.get(id);
      if (!entry) return [];
      const { _id: entryId, createdAt, day, inputMood } = entry;
      return [{ entryId, createdAt, day, inputMood, why: 'cited' as const }];
    }),
    dropped: droppedIds.size,
  };
}
