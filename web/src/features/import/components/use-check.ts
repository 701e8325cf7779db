import { useEffect, useState } from 'react';
import { type Check, checkEntries } from '../api/check-entries';
import type { OpenFile } from '../read-files';
import type { Choices } from '../understand/to-entries';

/** The longest import that is checked: 20 requests, of the 120 changes that a person has in a minute. */
const CHECKED_MAX = 2_000;

/** Milliseconds after the last choice. */
const SETTLED_MS = 1_000;

interface Checked {
  file: OpenFile;
  choices: Choices;
  /** The app that the file came from. */
  source: string;
  /** How many entries there are with these choices; undefined until it is known. */
  count: number | undefined;
}

/** What the server would make of these entries; undefined until it is known, and for imports that are too long to ask. */
export function useCheck({ file, choices, source, count }: Checked): Check | undefined {
  const [known, setKnown] = useState<{ file: OpenFile; choices: Choices; check: Check }>();
  const isAsked = count !== undefined && count > 0 && count <= CHECKED_MAX;
  useEffect(() => {
    if (!isAsked) return undefined;
    const life = new AbortController();
    const ask = async () => {
      const { parts } = await file.take(choices);
      const check = await checkEntries(parts, source, life.signal);
      setKnown({ file, choices, check });
    };
    // Without an answer the import itself says what was left out, afterwards.
    const timer = setTimeout(() => void ask().catch(() => undefined), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [file, choices, source, isAsked]);
  return known?.file === file && known.choices === choices ? known.check : undefined;
}
