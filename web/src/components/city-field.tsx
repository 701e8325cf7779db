import { isolate } from '@inner-weather/contracts/isolate';
import { LIMITS } from '@inner-weather/contracts/limits';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { unknownCity, useMeaning, useNotePlace, usePlaces, type Place } from '../lib/places';
import { countOf } from '../lib/plural';
import { useSettled } from '../lib/use-settled';
import styles from './city-field.module.css';
import { Field } from './field';
import { comboboxOf, SuggestionList, useSuggestions } from './suggestions';
import { VisuallyHidden } from './visually-hidden';

/** Milliseconds without a key before a city is looked up. */
const PAUSE_MS = 250;

type CityFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'> & {
  label: string;
  hint?: string;
  error?: string;
  value: string;
  onChange: (city: string) => void;
};

/**
 * A city, as text. It proposes the places that the weather provider knows, and says which of them is meant. Anything else
 * may be kept too, and so may everything while nobody can be asked. Use it with react-hook-form's Controller.
 */
export function CityField({ label, hint, error, value, onChange, onBlur, ...rest }: CityFieldProps) {
  const [isTyping, setIsTyping] = useState(false);
  const city = useSettled(value, PAUSE_MS);
  const { data, isError, isPending, isPlaceholderData } = usePlaces(isTyping ? city : '');
  const isUntold = isTyping && (isError || data === null);
  const notePlace = useNotePlace();
  const suggestions = useSuggestions(isTyping && value.trim() !== '' && !isUntold ? (data ?? []) : []);
  const { shown, active, close } = suggestions;
  const hasSettled = !isTyping || (city === value && !isPending && !isPlaceholderData);
  const isAsked = shown.length === 0 && hasSettled && value.trim() !== '';
  const meaning = useMeaning(value, isAsked && !isUntold);

  const choose = (place: Place) => {
    notePlace(place);
    onChange(place.location);
    setIsTyping(false);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
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
              maxLength={LIMITS.locationMax}
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
              label="Places"
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
            <p id={note} role="status" className={styles.note}>
              {shown.length > 0 ? (
                <VisuallyHidden>
                  {countOf(shown.length, 'place', 'places')}: use the arrow keys.
                </VisuallyHidden>
              ) : (
                isAsked && !error && (isUntold ? UNTOLD : noteOn(value, meaning))
              )}
            </p>
          </div>
        );
      }}
    </Field>
  );
}

const UNTOLD = 'Cities can’t be looked up right now. You can keep what you typed.';

/** Which place is meant, or why nobody can say; nothing while it is being looked up. */
function noteOn(city: string, { data, isError }: Pick<ReturnType<typeof useMeaning>, 'data' | 'isError'>) {
  if (isError || data === null) return UNTOLD;
  if (!data) return null;
  const [meant, other] = data;
  if (!meant) return unknownCity(city);
  const said = `Weather from ${isolate(meant.location)}${meant.detail ? ` (${isolate(meant.detail)})` : ''}.`;
  return other ? `${said} For another place of this name, write “${isolate(other.location)}”.` : said;
}
