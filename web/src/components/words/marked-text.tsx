import { hasWordForms, loadWordForms } from '@inner-weather/domain/text/word-forms';
import { WordSearch } from '@inner-weather/domain/text/word-search';
import { useEffect, useMemo, useState } from 'react';
import { currentLanguage } from '../../lib/language/language';
import styles from './marked-text.module.css';

/** Finds the searched words in a text; undefined if there are none. */
export function useWordSearch(words: string): WordSearch | undefined {
  const hasForms = useWordForms(words !== '');
  const language = hasForms ? currentLanguage() : 'en';
  return useMemo(() => WordSearch.of(words, language), [words, language]);
}

/** The positions of the searched words in a text. */
export function useMarks(text: string, words: string) {
  const search = useWordSearch(words);
  return useMemo(() => search?.marksIn(text) ?? [], [text, search]);
}

/** Whether the rules for forms of words in the page's language have been fetched, which a search starts. */
function useWordForms(isSearching: boolean): boolean {
  const language = currentLanguage();
  const [hasForms, setHasForms] = useState(() => hasWordForms(language));
  useEffect(() => {
    if (!isSearching || hasForms) return;
    // Without them, only words that are written as searched, and forms of English words, are marked.
    void loadWordForms(language).then(
      () => setHasForms(true),
      () => undefined,
    );
  }, [isSearching, hasForms, language]);
  return hasForms;
}

/** A text with marked passages. */
export function MarkedText({ text, marks }: { text: string; marks: ReturnType<typeof useMarks> }) {
  const endOf = (index: number) => marks[index]?.[1] ?? 0;
  return (
    <>
      {marks.map(([from, until], index) => (
        <span key={from}>
          {text.slice(endOf(index - 1), from)}
          <mark className={styles.mark}>{text.slice(from, until)}</mark>
        </span>
      ))}
      {text.slice(endOf(marks.length - 1))}
    </>
  );
}

/** A short text in which the searched words are marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  return <MarkedText text={text} marks={useMarks(text, words)} />;
}
