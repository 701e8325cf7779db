import { plural, t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { isolate } from '@inner-weather/domain/text/isolate';
import { normaliseTag, tagKeyOf } from '@inner-weather/domain/entries/tags';
import { isVisible } from '@inner-weather/domain/text/visible';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Field } from '../../../../components/forms/field';
import { comboboxOf, SuggestionList, useSuggestions } from '../../../../components/forms/suggestions';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { useUser } from '../../../../lib/api/session';
import { useTags } from '../../api/list-tags';
import styles from './tags-field.module.css';

/** The number of suggestions that are shown at a time. */
const SHOWN_MAX = 6;

/** Also the comma of Arabic and that of Chinese and Japanese. */
const COMMAS = [',', '،', '，'];

interface TagsFieldProps {
  value: string[];
  onChange: (tags: string[]) => void;
  error?: string;
}

/** Tags, typed or chosen from those that the user has used. Enter, a comma or leaving the field adds a tag. */
export function TagsField({ value, onChange, error }: TagsFieldProps) {
  const { data: usedTags = [] } = useTags(useUser()?.id ?? '');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [announcement, setAnnouncement] = useState('');

  const isFull = value.length >= LIMITS.tagsMax;
  const has = (tag: string) => value.some((one) => keyOf(one) === keyOf(tag));
  const matches = usedTags
    .map(({ tag }) => tag)
    .filter((tag) => !has(tag) && keyOf(tag).includes(keyOf(text)))
    .slice(0, SHOWN_MAX);
  const isTooLong = [...normaliseTag(text)].length > LIMITS.tagMax;
  const suggestions = useSuggestions(isFull ? [] : matches);
  const { shown, active } = suggestions;

  const add = (typed: string) => {
    const tag = normaliseTag(typed);
    suggestions.close();
    // A tag that is too long stays in the field, which shows the error.
    if ([...tag].length > LIMITS.tagMax) return;
    setText('');
    if (!isVisible(tag) || has(tag) || isFull) return;
    // Use the known spelling.
    const spelling = usedTags.find((one) => keyOf(one.tag) === keyOf(tag))?.tag ?? tag;
    onChange([...value, spelling]);
    const added = isolate(spelling);
    setAnnouncement(t({ message: `${added} added`, comment: 'A tag' }));
  };
  const remove = (tag: string) => {
    onChange(value.filter((one) => one !== tag));
    const removed = isolate(tag);
    setAnnouncement(t({ message: `${removed} removed`, comment: 'A tag' }));
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignore keys while a letter is being composed.
    if (event.nativeEvent.isComposing) return;
    if (suggestions.onKeyDown(event)) return;
    if (event.key === 'Enter') {
      add(shown[active] ?? text);
      // Enter alone never submits the form. With Ctrl it does, including this tag.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    } else if (COMMAS.includes(event.key)) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') {
      const last = value.at(-1);
      if (last !== undefined) remove(last);
    }
  };

  return (
    <Field
      label={t`Tags`}
      hint={
        isFull
          ? plural(
              { max: LIMITS.tagsMax },
              {
                one: '# tag is as many as an entry can have.',
                other: '# tags are as many as an entry can have.',
              },
            )
          : t`Optional. Enter adds a tag.`
      }
      error={
        isTooLong
          ? plural(
              { max: LIMITS.tagMax },
              {
                one: 'A tag can have # character: this one is too long to be added.',
                other: 'A tag can have # characters: this one is too long to be added.',
              },
            )
          : error
      }
    >
      {(wiring) => (
        <div className={styles.tags}>
          {value.length > 0 && (
            <ul className={styles.chosen} aria-label={t`Tags of this entry`}>
              {value.map((tag) => (
                <li key={tag} className={styles.chip}>
                  <bdi>{tag}</bdi>
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={removeLabel(tag)}
                    onClick={() => remove(tag)}
                    onKeyDown={(event) => {
                      if (event.key === 'Delete' || event.key === 'Backspace') remove(tag);
                    }}
                  >
                    <span aria-hidden="true">×</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...wiring}
            ref={input}
            dir="auto"
            {...comboboxOf(wiring.id, suggestions)}
            autoComplete="off"
            readOnly={isFull}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value.trim() === '') suggestions.close();
              else suggestions.show();
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              add(text);
              suggestions.close();
            }}
          />
          <SuggestionList
            id={wiring.id}
            label={t`Tags you have used`}
            suggestions={suggestions}
            keyOf={(tag) => tag}
            onChoose={add}
            className={styles.known}
          >
            {(tag) => <bdi>{tag}</bdi>}
          </SuggestionList>
          <VisuallyHidden>
            <span role="status">
              {[
                announcement,
                shown.length > 0 &&
                  plural(
                    { count: shown.length },
                    { one: '# tag to choose from', other: '# tags to choose from' },
                  ),
              ]
                .filter(Boolean)
                .join('. ')}
            </span>
          </VisuallyHidden>
        </div>
      )}
    </Field>
  );
}

function removeLabel(tag: string): string {
  const name = isolate(tag);
  return t`Remove the tag ${name}`;
}

const keyOf = (tag: string): string => tagKeyOf(normaliseTag(tag));
