import { useEffect, useState } from 'react';
import type { OpenFile } from '../read-files';
import type { Outlook } from '../understand/outlook';
import type { Choices } from '../understand/to-entries';

/** What would come in with these choices; `isStale` while only an earlier answer is known. */
export function useOutlook(
  file: OpenFile,
  choices: Choices,
  onFail: (error: unknown) => void,
): { outlook: Outlook; isStale: boolean } {
  const [known, setKnown] = useState({ file, choices: file.choices, outlook: file.outlook });
  // A file that was read again has been looked at, too.
  const now = known.file !== file && choices === file.choices ? { ...file, file } : known;
  const isKnown = now.file === file && now.choices === choices;
  useEffect(() => {
    if (isKnown) return undefined;
    let isWanted = true;
    file.look(choices).then(
      (outlook) => isWanted && setKnown({ file, choices, outlook }),
      (error: unknown) => isWanted && onFail(error),
    );
    return () => {
      isWanted = false;
    };
  }, [file, choices, isKnown, onFail]);
  return { outlook: now.outlook, isStale: !isKnown };
}
