import { dayEndsAt } from '../../lib/dates/zone';
import { currentLanguage } from '../../lib/language/language';
import type { PartOfImport } from './parts';
import { type Answer, type How, PART, PARTS, type Question, type Taken } from './understand/desk';
import type { Outlook } from './understand/outlook';
import type { Overview } from './understand/overview';
import type { Choices } from './understand/to-entries';
import { ImportFailure, type Reading } from './understand/understood';
import { wordsOfEntries } from './words';

/** Milliseconds without any progress after which a file is given up. */
const PATIENCE_MS = 2 * 60_000;

/** A file that was understood. Its entries are in a worker, which ends with `close`. */
export interface OpenFile {
  files: File[];
  overview: Overview;
  /** What was looked at first. */
  choices: Choices;
  outlook: Outlook;
  /** What would come in. If it is asked again meanwhile, both get the newest answer. @throws ImportFailure */
  look: (choices: Choices) => Promise<Outlook>;
  /** All that comes in. Asked twice for the same choices, it gives the same. @throws ImportFailure */
  take: (choices: Choices) => Promise<AllTaken>;
  close: () => void;
}

export type AllTaken = Omit<Taken, 'parts'> & { parts: PartOfImport[] };

interface HowToRead {
  reading: Reading;
  choices: Choices;
  signal: AbortSignal;
  /** @param done from 0 to 1 */
  onProgress: (done: number) => void;
}

/**
 * Reads the files in a worker of their own. So a file that never ends costs no more than time.
 * @throws ImportFailure
 */
export async function readFiles(
  files: File[],
  { reading, choices, signal, onProgress }: HowToRead,
): Promise<OpenFile> {
  const worker = new Worker(new URL('./understand/worker.ts', import.meta.url), { type: 'module' });
  const life = new AbortController();
  const close = () => {
    worker.terminate();
    life.abort();
  };
  signal.addEventListener('abort', close);
  /** One question at a time. */
  const ask = <Kind extends 'overview' | 'outlook' | 'taken' | 'part'>(
    question: Question,
    kind: Kind,
    tell: (done: number) => void = () => undefined,
  ) =>
    new Promise<Extract<Answer, Record<Kind, unknown>>>((resolve, reject) => {
      const giveUp = () => end(() => reject(new ImportFailure('too-large')));
      let timer = setTimeout(giveUp, PATIENCE_MS);
      const end = (settle: () => void) => {
        clearTimeout(timer);
        worker.removeEventListener('message', onAnswer);
        worker.removeEventListener('error', onError);
        settle();
      };
      // It could not be loaded, or had no memory left.
      const onError = () => end(() => reject(new ImportFailure('unknown')));
      const onAnswer = ({ data }: MessageEvent<Answer>) => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, PATIENCE_MS);
        if ('failure' in data) end(() => reject(new ImportFailure(data.failure.code, data.failure.detail)));
        else if (kind in data) end(() => resolve(data as Extract<Answer, Record<Kind, unknown>>));
        else if ('progress' in data) tell(data.progress);
      };
      life.signal.addEventListener('abort', () => end(() => reject(new DOMException('', 'AbortError'))));
      worker.addEventListener('message', onAnswer);
      worker.addEventListener('error', onError);
      worker.postMessage(question);
    });

  let lookedAt = choices;
  let wanted = choices;
  let looking: Promise<Outlook> | undefined;
  const lookUntilNewest = async (): Promise<Outlook> => {
    try {
      for (;;) {
        const now = wanted;
        const { outlook } = await ask({ ask: 'look', how: howOf(now) }, 'outlook');
        lookedAt = now;
        if (now === wanted) return outlook;
      }
    } finally {
      looking = undefined;
    }
  };
  const look = (next: Choices) => {
    wanted = next;
    return (looking ??= lookUntilNewest());
  };
  const takeAll = async (last: Choices): Promise<AllTaken> => {
    if (looking || lookedAt !== last) await look(last);
    const { taken } = await ask({ ask: 'take' }, 'taken');
    const parts: PartOfImport[] = [];
    for (let number = 0; number < taken.parts; number += 1)
      parts.push((await ask({ ask: 'part', number }, 'part')).part);
    return { ...taken, parts };
  };
  let taking: { choices: Choices; all: Promise<AllTaken> } | undefined;
  const take = (last: Choices): Promise<AllTaken> => {
    if (taking?.choices === last) return taking.all;
    // Two at a time would get each other's parts.
    const before = taking?.all.catch(() => undefined) ?? Promise.resolve();
    const all = before.then(() => takeAll(last));
    const own = { choices: last, all };
    taking = own;
    all.catch(() => {
      if (taking === own) taking = undefined;
    });
    return all;
  };
  try {
    const languages = [...navigator.languages, currentLanguage()];
    const question = { ask: 'read', files, reading: { ...reading, languages }, how: howOf(choices) } as const;
    const first = await ask(question, 'overview', onProgress);
    signal.removeEventListener('abort', close);
    return {
      files,
      choices,
      ...first,
      look,
      close,
      take,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function howOf(choices: Choices): How {
  const { instead, part } = wordsOfEntries();
  return { choices, words: { instead, part: part(PART, PARTS) }, dayEndsAt: dayEndsAt() };
}
