import { plural, t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { unknownCity, useMeaning, useNotePlace, usePlaces, type Place } from './places';
import { isComposing } from '../../../lib/screen/composing';
import { useSettled } from '../../../lib/use-settled';
import styles from './city-field.module.css';
import { Field } from '../field';
import { lengthProblem } from '../text-rules';
import { comboboxOf, SuggestionList, useSuggestions } from '../suggestions';
import { WhereIAm } from './where-i-am';
import { VisuallyHidden } from '../../page/visually-hidden';

/** Milliseconds without a keystroke before a city is looked up. */
const PAUSE_MS = 250;

type CityFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'> & {
  label: string;
  hint?: string;
  error?: string;
  value: string;
  onChange: (city: string) => void;
};

/**
 * A city, as text. It suggests places that the weather provider knows, and says which of them is meant. The user may also
 * keep any other text, for example while look-ups are not available. Use it with react-hook-form's Controller.
 */
export function CityField({ label, hint, value, onChange, onBlur, ...rest }: CityFieldProps) {
  const error = lengthProblem(value, LIMITS.locationMax) ?? rest.error;
  const [isTyping, setIsTyping] = useState(false);
  const city = useSettled(value, PAUSE_MS);
  const { data, isError, isPending, isPlaceholderData } = usePlaces(isTyping ? city : '');
  const isUnavailable = isTyping && (isError || data === null);
  const notePlace = useNotePlace();
  const suggestions = useSuggestions(isTyping && value.trim() !== '' && !isUnavailable ? (data ?? []) : []);
  const { shown, active, close } = suggestions;
  const hasSettled = !isTyping || (city === value && !isPending && !isPlaceholderData);
  const needsNote = shown.length === 0 && hasSettled && value.trim() !== '';
  const meaning = useMeaning(value, needsNote && !isUnavailable);

  const choose = (place: Place) => {
    notePlace(place);
    onChange(place.location);
    setIsTyping(false);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setIsTyping(true);
    if (suggestions.onKeyDown(event)) return;
    const place = shown[active];
    if (event.key === 'Enter' && place) {
      event.preventDefault();
      choose(place);
    }
  };

  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => {
        const note = `${wiring.id}-place`;
        return (
          <div className={styles.city}>
            <input
              {...rest}
              {...wiring}
              dir="auto"
              aria-describedby={[wiring['aria-describedby'], note].filter(Boolean).join(' ')}
              {...comboboxOf(wiring.id, suggestions)}
              spellCheck={false}
              value={value}
              onChange={(event) => {
                setIsTyping(true);
                onChange(event.target.value);
                suggestions.show();
              }}
              onKeyDown={onKeyDown}
              onBlur={(event) => {
                setIsTyping(false);
                close();
                onBlur?.(event);
              }}
            />
            <SuggestionList
              id={wiring.id}
              label={t({ message: 'Places', comment: 'A list of towns that are suggested' })}
              suggestions={suggestions}
              keyOf={({ location }) => location}
              onChoose={choose}
              className={styles.places}
            >
              {({ location, detail }) => (
                <>
                  <bdi>{location}</bdi>{' '}
                  {detail && (
                    <small className={styles.detail}>
                      <bdi>{detail}</bdi>
                    </small>
                  )}
                </>
              )}
            </SuggestionList>
            {!rest.disabled && !rest.readOnly && (
              <WhereIAm
                onFound={(city) => {
                  setIsTyping(false);
                  close();
                  onChange(city);
                }}
              />
            )}
            <p id={note} role="status" className={styles.note}>
              {shown.length > 0 ? (
                <VisuallyHidden>
                  {plural(
                    { count: shown.length },
                    {
                      one: '# place: use the arrow keys.',
                      other: '# places: use the arrow keys.',
                    },
                  )}
                </VisuallyHidden>
              ) : (
                needsNote && !error && (isUnavailable ? unavailable() : noteOn(value, meaning))
              )}
            </p>
          </div>
        );
      }}
    </Field>
  );
}

const unavailable = () => t`Cities can’t be looked up right now. You can keep what you typed.`;

/** Says which place is meant, or why that is unknown; null while it is being looked up. */
function noteOn(city: string, { data, isError }: Pick<ReturnType<typeof useMeaning>, 'data' | 'isError'>) {
  if (isError || data === null) return unavailable();
  if (!data) return null;
  const [place, other] = data;
  if (!place) return unknownCity(city);
  const meant = isolate(place.location);
  const region = place.detail && isolate(place.detail);
  const note = region ? t`Weather from ${meant} (${region}).` : t`Weather from ${meant}.`;
  if (!other) return note;
  const otherName = isolate(other.location);
  return `${note} ${t`For another place of this name, write “${otherName}”.`}`;
}
