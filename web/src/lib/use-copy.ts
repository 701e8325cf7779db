import { useState } from 'react';

/** Copies text to the clipboard. `copied` is undefined before the first attempt, and false if the browser refused. */
export function useCopy(text: string): { copied: boolean | undefined; copy: () => void } {
  const [copied, setCopied] = useState<boolean>();
  const copy = () => {
    // Browsers provide the clipboard only over https.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return { copied, copy };
}
