import type { ReactNode } from 'react';
import { Marked } from '../../../../components/words/marked-text';
import { useMoods } from '../../../../lib/entry/moods';
import { detailsOf, type EntryField, type EntryValues } from '../../../../lib/entry/entry-values';

interface EntryDetailsProps {
  values: EntryValues;
  /** The fields that the caller shows in another place. */
  except?: readonly EntryField[];
  /** The searched words, which are marked. */
  searched?: string;
  /** Wraps the words of a field, for example to mark them. */
  mark?: (words: ReactNode, name: EntryField) => ReactNode;
}

/** The details beside the text of an entry, such as its mood and its city. They come from ENTRY_FIELDS. */
export function EntryDetails({
  values,
  except = [],
  searched = '',
  mark = (words) => words,
}: EntryDetailsProps) {
  // Drawn again when the name of a mood changes, also within a card that is kept as it is.
  useMoods();
  return detailsOf(values)
    .filter(({ name }) => !except.includes(name))
    .map(({ name, words }) => {
      const Element = name === 'inputMood' ? 'strong' : 'span';
      const text = (
        <bdi>
          <Marked text={words} words={searched} />
        </bdi>
      );
      return <Element key={name}>{mark(text, name)}</Element>;
    });
}
