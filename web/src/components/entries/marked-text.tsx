import { WordSearch } from '@inner-weather/domain/text/word-search';
import { useMemo } from 'react';
import styles from './marked-text.module.css';

/** The positions of the searched words in a text. */
export function useMarks(text: string, words: string) {
  return useMemo(() => WordSearch.of(words)?.marksIn(text) ?? [], [text, words]);
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
