import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { isComposing } from '../../../../lib/screen/composing';
import { atMost } from '../../../../components/forms/text-rules';
import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { Field, TextField } from '../../../../components/forms/field';
import { cn } from '../../../../lib/cn';
import {
  daysOfPreset,
  firstSearch,
  fragmentOf,
  type Choice,
  moodChoices,
  photoChoices,
  PRESET_NAMES,
  presetInWords,
  type Search,
  searchInWords,
  searchOn,
  tagChoices,
  weatherChoices,
  type Wishes,
} from '../../search';
import type { DayRange } from '../../../../lib/entry/entry';
import { useFirstDay } from '../../../../lib/entries/first-day';
import { useMeasures } from '../../../../lib/measures/measures';
import type { SessionUser } from '../../../../lib/api/session';
import { useTags } from '../../api/list-tags';
import styles from './search-form.module.css';
import { useCount } from './use-count';
import { useOwnCities } from './use-own-cities';

const MeasureFilter = lazy(() => import('./measure-filter'));

interface SearchFormProps {
  user: SessionUser;
  search: Search;
  /** YYYY-MM-DD. */
  today: string;
  onSearch: (search: Search) => void;
}

/** How many of the user's cities are one tap away. */
const CITIES_SHOWN = 5;

export type FormValues = DayRange & Wishes;

/**
 * Searches for words, days and other filters. Both days are required, in order; the native date picker returns YYYY-MM-DD.
 * The filters are folded, and on a phone the days too. The form follows the search that is shown.
 */
export function SearchForm({ user, search, today, onSearch }: SearchFormProps) {
  const { days, preset, ...wishes } = search;
  const tags = useTags(user.id).data ?? [];
  const measures = useMeasures().data ?? [];
  const form = useForm<FormValues>({
    values: { ...days, startDate: preset === 'all' ? '' : days.startDate, ...wishes },
  });
  const { errors, dirtyFields } = form.formState;
  const [open, setOpen] = useState(false);
  const cities = useOwnCities(open);
  const element = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const filters = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  // For all days, show the day of the first entry instead of the earliest day that the server accepts.
  const { data: firstDay } = useFirstDay(user.id, today);
  const { getFieldState, getValues, resetField } = form;
  const fragment = fragmentOf(search);
  useEffect(() => {
    if (firstDay === undefined || getValues('startDate') !== '' || getFieldState('startDate').isDirty) return;
    resetField('startDate', { defaultValue: firstDay ?? today });
  }, [firstDay, today, fragment, getFieldState, getValues, resetField]);

  const fold = () => {
    const focused = document.activeElement;
    flushSync(() => setOpen(false));
    const isFolded = focused instanceof HTMLElement && focused.offsetParent === null;
    if (isFolded && panel.current?.contains(focused)) filters.current?.focus();
  };
  const runSearch = (range: DayRange, { words, city, ...others }: Wishes) => {
    onSearch(searchOn(range, today, { ...others, words: words.trim(), city: city.trim() }));
    fold();
    // The on-screen keyboard would cover the results.
    if (navigator.maxTouchPoints > 0 && document.activeElement?.matches('input[type=search]'))
      submit.current?.focus();
    showResults(element.current);
  };
  const isUntouched = !dirtyFields.startDate && !dirtyFields.endDate;
  const { startDate, endDate, ...chosen } = useWatch({ control: form.control }) as FormValues;
  const wanted = searchOn(isUntouched ? days : { startDate, endDate }, today, chosen);
  const isWhole = isUntouched || (startDate !== '' && startDate <= endDate);
  const count = useCount(user, fragmentOf(wanted), today, open && isWhole);
  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      aria-label={t`Search entries`}
      onSubmit={(event) =>
        void form.handleSubmit(
          ({ startDate, endDate, ...filterValues }) =>
            runSearch(isUntouched ? days : { startDate, endDate }, filterValues),
          // The invalid field may be folded.
          () => setOpen(true),
        )(event)
      }
    >
      <div className={styles.line}>
        <div className={styles.words}>
          <TextField
            label={t({ message: 'Words', comment: 'Searched words' })}
            type="search"
            enterKeyHint="search"
            placeholder={t`river, or “long walk”`}
            error={errors.words?.message}
            {...form.register('words', { validate: atMost(LIMITS.findWordsMax) })}
          />
        </div>
        <Button ref={submit} type="submit">
          <Trans comment="The button that searches">Search</Trans>
        </Button>
        <Button
          ref={filters}
          aria-expanded={open}
          aria-controls="search-filters"
          onClick={() => setOpen(!open)}
        >
          <Trans>Filters</Trans>
        </Button>
      </div>
      <div
        id="search-filters"
        ref={panel}
        className={cn(styles.panel, !open && styles.folded)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Escape' || !open || isComposing(event)) return;
          fold();
        }}
      >
        <div className={styles.days}>
          <TextField
            label={t`Date From`}
            type="date"
            required
            error={errors.startDate?.message}
            {...form.register('startDate', {
              // The field is empty while the first day is loading.
              validate: (value) => value !== '' || isUntouched || t`Choose the first day`,
            })}
          />
          <TextField
            label={t`Date To`}
            type="date"
            required
            error={errors.endDate?.message}
            {...form.register('endDate', {
              required: t`Choose the last day`,
              validate: (endDate, { startDate }) =>
                !startDate || startDate <= endDate || t`The last day comes before the first`,
            })}
          />
        </div>
        <div className={styles.rest}>
          <div role="group" aria-label={t`Days`} className={styles.presets}>
            {PRESET_NAMES.map((name) => (
              <Button
                key={name}
                className={styles.preset}
                aria-pressed={name === preset}
                onClick={() => runSearch(daysOfPreset(name, today), form.getValues())}
              >
                {presetInWords(name)}
              </Button>
            ))}
          </div>
          <div className={styles.filters}>
            <Field label={t`With this mood`}>
              {(wiring) => (
                <Choices
                  choices={withCustom(moodChoices(), wishes.mood)}
                  {...form.register('mood')}
                  {...wiring}
                />
              )}
            </Field>
            <Field label={t`In this weather`}>
              {(wiring) => <Choices choices={weatherChoices()} {...form.register('weather')} {...wiring} />}
            </Field>
            <TextField
              label={t`In this city`}
              placeholder={t`Any city`}
              error={errors.city?.message}
              list="own-cities"
              {...form.register('city', { validate: atMost(LIMITS.locationMax) })}
            />
            <datalist id="own-cities">
              {cities.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
            <Field label={t`With this tag`}>
              {(wiring) => (
                <Choices
                  choices={withCustom(
                    [...tagChoices(), ...tags.map((one): Choice => [one.tag, one.tag])],
                    wishes.tag,
                  )}
                  {...form.register('tag')}
                  {...wiring}
                />
              )}
            </Field>
            <Field label={t`Photos`}>
              {(wiring) => <Choices choices={photoChoices()} {...form.register('photos')} {...wiring} />}
            </Field>
            {(measures.length > 0 || chosen.measure !== '') && (
              <Suspense>
                <MeasureFilter control={form.control} measures={measures} />
              </Suspense>
            )}
          </div>
          {cities.length > 1 && (
            <div role="group" aria-label={t`Your cities`} className={styles.presets}>
              {cities.slice(0, CITIES_SHOWN).map((one) => (
                <Button
                  key={one}
                  className={styles.preset}
                  aria-pressed={chosen.city === one}
                  onClick={() => form.setValue('city', chosen.city === one ? '' : one, { shouldDirty: true })}
                >
                  <bdi>{one}</bdi>
                </Button>
              ))}
            </div>
          )}
          {/* On a phone the other button is above the filters. */}
          <Button type="submit" variant="primary" className={styles.show}>
            {count === undefined
              ? t`Show entries`
              : plural(count, { one: 'Show # entry', other: 'Show # entries' })}
          </Button>
          {searchInWords(search, measures) !== '' && (
            <Button
              variant="plain"
              className={styles.clear}
              onClick={() => {
                onSearch(firstSearch(today));
                fold();
              }}
            >
              <Trans>Clear all</Trans>
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

/** Scrolls the form to the top of the screen if the results below it are not visible. */
function showResults(form: HTMLFormElement | null): void {
  if (!form) return;
  const { top, bottom } = form.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight / 2) form.scrollIntoView({ block: 'start' });
}

function Choices({ choices, ...rest }: { choices: Choice[] } & ComponentProps<'select'>) {
  return (
    <select {...rest}>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Adds a custom mood, or a tag that no longer exists, as a choice: the address may contain one. */
const withCustom = (choices: Choice[], custom: string): Choice[] =>
  choices.some(([value]) => value === custom) ? choices : [...choices, [custom, custom]];
