import { plural, t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { normaliseTag, tagKeyOf } from '@inner-weather/domain/entries/tags';
import { lengthOf } from '@inner-weather/domain/text/length';
import { isVisible } from '@inner-weather/domain/text/visible';
import { useRef, useState, type KeyboardEvent } from 'react';
import { isolate } from '../../../../lib/language/isolate';
import { Field } from '../../../../components/forms/field';
import { comboboxOf, SuggestionList, useSuggestions } from '../../../../components/forms/suggestions';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { isComposing } from '../../../../lib/screen/composing';
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
  /** Receives the text field. */
  ref: (input: HTMLInputElement | null) => void;
}

/**
 * Tags, typed or chosen from those that the user has used. What is being typed counts as a tag at once, so that a draft
 * and a save include it; Enter, a comma or leaving the field ends it.
 */
export function TagsField({ value, onChange, error, ref }: TagsFieldProps) {
  const { data: usedTags = [] } = useTags(useUser()?.id ?? '');
  const input = useRef<HTMLInputElement>(null);
  // A draft may end in a tag that is too long, which the user has to shorten.
  const [text, setText] = useState(() => value.find(isTooLong) ?? '');
  /** The tag of `value` that is being typed; the others are chosen. */
  const [typedTag, setTypedTag] = useState(text);
  const [announcement, setAnnouncement] = useState('');

  const chosen = value.filter((tag) => tag !== typedTag);
  const isFull = chosen.length >= LIMITS.tagsMax;
  const has = (tag: string) => chosen.some((one) => keyOf(one) === keyOf(tag));
  // Use the known spelling.
  const spell = (tag: string) => usedTags.find((one) => keyOf(one.tag) === keyOf(tag))?.tag ?? tag;
  const matches = usedTags
    .map(({ tag }) => tag)
    .filter((tag) => !has(tag) && keyOf(tag).includes(keyOf(text)))
    .slice(0, SHOWN_MAX);
  const suggestions = useSuggestions(isFull ? [] : matches);
  const { shown, active } = suggestions;

  const type = (typed: string) => {
    const tag = spell(normaliseTag(typed));
    const isNew = isVisible(tag) && !has(tag) && !isFull;
    setText(typed);
    setTypedTag(isNew ? tag : '');
    const tags = isNew ? [...chosen, tag] : chosen;
    if (tags.join('\n') !== value.join('\n')) onChange(tags);
  };
  const add = (typed: string) => {
    suggestions.close();
    // A tag that is too long stays in the field, which shows the error.
    if (isTooLong(typed)) return;
    type(typed);
    setText('');
    setTypedTag('');
    const tag = normaliseTag(typed);
    if (!isVisible(tag) || has(tag) || isFull) return;
    const added = isolate(spell(tag));
    setAnnouncement(t({ message: `${added} added`, comment: 'A tag' }));
  };
  const remove = (tag: string) => {
    onChange(value.filter((one) => one !== tag));
    const removed = isolate(tag);
    setAnnouncement(t({ message: `${removed} removed`, comment: 'A tag' }));
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    if (suggestions.onKeyDown(event)) return;
    if (event.key === 'Enter') {
      add(shown[active] ?? text);
      // Enter alone never submits the form. With Ctrl it does, including this tag.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    } else if (COMMAS.includes(event.key)) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') {
      const last = chosen.at(-1);
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
        isTooLong(text)
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
          {chosen.length > 0 && (
            <ul className={styles.chosen} aria-label={t`Tags of this entry`}>
              {chosen.map((tag) => (
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
            ref={(element) => {
              input.current = element;
              ref(element);
            }}
            dir="auto"
            {...comboboxOf(wiring.id, suggestions)}
            autoComplete="off"
            readOnly={isFull}
            value={text}
            onChange={(event) => {
              type(event.target.value);
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
            <span role="status">{announcement}</span>
            <span role="status">
              {shown.length > 0 &&
                plural(
                  { count: shown.length },
                  { one: '# tag to choose from', other: '# tags to choose from' },
                )}
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

/** Whether a tag is longer than an entry can have. */
export const isTooLong = (tag: string): boolean => lengthOf(normaliseTag(tag)) > LIMITS.tagMax;
