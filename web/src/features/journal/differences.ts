import { diffArrays } from 'diff';

/** A piece of a text, and whether the other version lacks it. */
export interface Part {
  text: string;
  differs: boolean;
}

/** Milliseconds. Texts that need longer have little in common, and are marked as a whole. */
const TIMEOUT_MS = 300;

/** The parts of two versions of a text, word by word. Together, the parts of a version are its text. */
export function differencesOf(mine: string, theirs: string): { mine: Part[]; theirs: Part[] } {
  const [myWords, theirWords] = [wordsOf(mine), wordsOf(theirs)];
  const changes = diffArrays(myWords, theirWords, { timeout: TIMEOUT_MS });
  if (!changes) return { mine: [{ text: mine, differs: true }], theirs: [{ text: theirs, differs: true }] };
  const mineParts = changes.filter(({ added }) => !added);
  const theirParts = changes.filter(({ removed }) => !removed);
  const partOf = ({ value, added, removed }: (typeof changes)[number]): Part => ({
    text: value.join(''),
    differs: added || removed,
  });
  return { mine: joinParts(mineParts.map(partOf)), theirs: joinParts(theirParts.map(partOf)) };
}

/** Words and the text between them, also for scripts without spaces, such as Chinese. */
function wordsOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return text.split(/(\s+)/);
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

/** Several words in a row that differ are one part, with the spaces between them. */
function joinParts(parts: Part[]): Part[] {
  const result: Part[] = [];
  parts.forEach((part, index) => {
    const last = result.at(-1);
    const isGap = !part.differs && part.text.trim() === '' && (parts[index + 1]?.differs ?? false);
    const differs = part.differs || (isGap && (last?.differs ?? false));
    if (last?.differs === differs) last.text += part.text;
    else result.push({ ...part, differs });
  });
  return result;
}
