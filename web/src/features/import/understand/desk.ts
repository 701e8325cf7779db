import { type PartOfImport, partsOf } from '../parts';
import { type Outlook, outlookOf } from './outlook';
import { type Overview, overviewOf } from './overview';
import { onProgress, share } from './progress';
import { type Choices, type Prepared, toEntries, type Words } from './to-entries';
import {
  BOUNDS,
  type FailureCode,
  ImportFailure,
  type Reading,
  type Refused,
  type Understood,
} from './understood';

/*
 * What the worker does for the page. The entries of a file stay here until they are imported: the page shows what it is
 * told of them, so that it answers at once however many there are.
 */

/** What the person has decided, and what they call things. */
export interface How {
  choices: Choices;
  /** With PART for the number of a part, and PARTS for how many there are. */
  words: Pick<Words, 'instead'> & { part: string };
  /** The hour at which the days of the person end. */
  dayEndsAt: number;
}

export const [PART, PARTS] = ['\u0001', '\u0002'];

export type Question =
  | { ask: 'read'; files: File[]; reading: Reading; how: How }
  /** What would come in with other choices. */
  | { ask: 'look'; how: How }
  /** All of what was looked at last. */
  | { ask: 'take' }
  /** One part of what is taken, from 0: a page that gets all at once does nothing else for seconds. */
  | { ask: 'part'; number: number };

/** What the import knows from the beginning. */
export interface Taken {
  parts: number;
  entries: number;
  refused: Refused[];
  labelsInText: number;
  labelsLeftOut: number;
  /** The ids of the measures of which there are values. */
  measures: string[];
}

export type Answer =
  | { progress: number }
  | { overview: Overview; outlook: Outlook }
  | { outlook: Outlook }
  | { taken: Taken }
  | { part: PartOfImport }
  | { failure: { code: FailureCode; detail?: string } };

/** How much of the work is reading the file; the rest is making entries. */
const READING_SHARE = 0.7;

/** Answers the questions of a page about one file, in their order. */
export function openDesk(
  understand: (files: File[], reading: Reading) => Promise<Understood>,
  post: (answer: Answer) => void,
): (question: Question) => Promise<void> {
  let understood: Understood | undefined;
  let prepared: Prepared | undefined;
  let parts: PartOfImport[] = [];
  const look = ({ choices, words, dayEndsAt }: How): Outlook => {
    if (!understood) throw new ImportFailure('unknown');
    const moods = { ...understood.moods, ...choices.moods };
    const part = (number: number, of: number) =>
      words.part.replace(PART, String(number)).replace(PARTS, String(of));
    prepared = toEntries(understood, { ...choices, moods }, { ...words, part });
    return outlookOf(prepared, dayEndsAt);
  };
  const answer = async (question: Question): Promise<void> => {
    if (question.ask === 'read') {
      onProgress((progress) => post({ progress }));
      share(0, READING_SHARE);
      understood = await understand(question.files, question.reading);
      share(READING_SHARE, 1);
      const outlook = look(question.how);
      post({ overview: overviewOf(understood), outlook });
    } else if (question.ask === 'look') post({ outlook: look(question.how) });
    else if (question.ask === 'part') post({ part: parts[question.number] ?? [] });
    else if (prepared) {
      const packed = partsOf(prepared.entries);
      ({ parts } = packed);
      post({ taken: { ...takenOf(prepared, packed.refused), parts: parts.length } });
    }
  };
  return (question) =>
    answer(question).catch((error: unknown) =>
      post({
        failure:
          error instanceof ImportFailure
            ? { code: error.code, ...(error.detail !== undefined && { detail: error.detail }) }
            : { code: 'unknown' },
      }),
    );
}

function takenOf(
  { entries, refused, labelsInText, labelsLeftOut }: Prepared,
  tooLong: Refused[],
): Omit<Taken, 'parts'> {
  const measures = new Set<string>();
  for (const { entry } of entries) for (const id of Object.keys(entry.measures ?? {})) measures.add(id);
  return {
    ...{ entries: entries.length - tooLong.length, labelsInText, labelsLeftOut },
    refused: [...refused, ...tooLong].slice(0, BOUNDS.listed),
    measures: [...measures],
  };
}
