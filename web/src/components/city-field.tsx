import { LIMITS } from '@inner-weather/contracts/limits';
import type { ComponentProps, KeyboardEvent } from 'react';
import { useNotePlace, usePlaces, type Place } from '../lib/places';
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
  const city = useSettled(value, PAUSE_MS);
  const { data, isError, isPending, isPlaceholderData } = usePlaces(city);
  const isUntold = isError || data === null;
  const places = data ?? [];
  const notePlace = useNotePlace();
  const suggestions = useSuggestions(value.trim() !== '' && !isUntold ? places : []);
  const { shown, active, close } = suggestions;
  const isKnown = city === value && !isPending && !isPlaceholderData;

  const choose = (place: Place) => {
    notePlace(place);
    onChange(place.location);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
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
              aria-describedby={[wiring['aria-describedby'], note].filter(Boolean).join(' ')}
              {...comboboxOf(wiring.id, suggestions)}
              maxLength={LIMITS.locationMax}
              spellCheck={false}
              value={value}
              onChange={(event) => {
                onChange(event.target.value);
                suggestions.show();
              }}
              onKeyDown={onKeyDown}
              onBlur={(event) => {
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
                  {location} {detail && <small className={styles.detail}>{detail}</small>}
                </>
              )}
            </SuggestionList>
            <p id={note} role="status" className={styles.note}>
              {shown.length > 0 ? (
                <VisuallyHidden>
                  {countOf(shown.length, 'place', 'places')}: use the arrow keys.
                </VisuallyHidden>
              ) : (
                value.trim() !== '' && (isUntold || isKnown) && noteOn(value.trim(), places[0], isUntold)
              )}
            </p>
          </div>
        );
      }}
    </Field>
  );
}

/** Which place is meant, or why nobody can say. */
function noteOn(city: string, meant: Place | undefined, isUntold: boolean): string {
  if (isUntold) return 'Cities can’t be looked up right now. You can keep what you typed.';
  if (!meant)
    return `We found no place called “${city}”. You can keep it; your entries will just have no weather.`;
  return `Weather from ${meant.location}${meant.detail ? ` (${meant.detail})` : ''}.`;
}
