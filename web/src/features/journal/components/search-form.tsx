import { LIMITS } from '@inner-weather/contracts/limits';
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/button';
import { Field, TextField } from '../../../components/field';
import { cn } from '../../../lib/cn';
import {
  daysOfPreset,
  firstSearch,
  fragmentOf,
  MOOD_CHOICES,
  PRESET_NAMES,
  PRESETS,
  type Search,
  searchInWords,
  searchOn,
  TAG_CHOICES,
  WEATHER_CHOICES,
  type Wishes,
} from '../search';
import type { DayRange } from '../api/entry';
import { useFirstDay } from '../../../lib/first-day';
import { useTags } from '../api/list-tags';
import styles from './search-form.module.css';

interface SearchFormProps {
  userId: string;
  search: Search;
  /** YYYY-MM-DD. */
  today: string;
  onSearch: (search: Search) => void;
}

type Asked = DayRange & Wishes;
type Choice = [value: string, label: string];

/**
 * Words, and what else an entry should have. Both days are required and in order; the native date picker gives
 * YYYY-MM-DD. All but the words and the days is folded away; on a phone, the days too. The form follows the search that
 * is shown.
 */
export function SearchForm({ userId, search, today, onSearch }: SearchFormProps) {
  const { days, words, mood, weather, city, tag, preset } = search;
  const tags = useTags(userId).data ?? [];
  const wishes = { words, mood, weather, city, tag };
  const form = useForm<Asked>({
    values: { ...days, startDate: preset === 'all' ? '' : days.startDate, ...wishes },
  });
  const { errors, dirtyFields } = form.formState;
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const filters = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  // All days are those since the first entry, not those since the first that could be asked for.
  const { data: firstDay } = useFirstDay(userId, today);
  const { getFieldState, getValues, resetField } = form;
  const shown = fragmentOf(search);
  useEffect(() => {
    if (firstDay === undefined || getValues('startDate') !== '' || getFieldState('startDate').isDirty) return;
    resetField('startDate', { defaultValue: firstDay ?? today });
  }, [firstDay, today, shown, getFieldState, getValues, resetField]);

  const fold = () => {
    const focused = document.activeElement;
    flushSync(() => setOpen(false));
    const isFolded = focused instanceof HTMLElement && focused.offsetParent === null;
    if (isFolded && panel.current?.contains(focused)) filters.current?.focus();
  };
  const ask = (asked: DayRange, { words, city, ...others }: Wishes) => {
    onSearch(searchOn(asked, today, { ...others, words: words.trim(), city: city.trim() }));
    fold();
    // The keyboard of a touch screen would cover what was found.
    if (navigator.maxTouchPoints > 0 && document.activeElement?.matches('input[type=search]'))
      submit.current?.focus();
    showResults(element.current);
  };
  const isUntouched = !dirtyFields.startDate && !dirtyFields.endDate;
  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      aria-label="Search entries"
      onSubmit={(event) =>
        void form.handleSubmit(
          ({ startDate, endDate, ...asked }) => ask(isUntouched ? days : { startDate, endDate }, asked),
          // What is wrong may be folded away.
          () => setOpen(true),
        )(event)
      }
    >
      <div className={styles.line}>
        <div className={styles.words}>
          <TextField
            label="Words"
            type="search"
            enterKeyHint="search"
            maxLength={LIMITS.findWordsMax}
            placeholder="river, or “long walk”"
            {...form.register('words')}
          />
        </div>
        <Button ref={submit} type="submit">
          Search
        </Button>
        <Button
          ref={filters}
          aria-expanded={open}
          aria-controls="search-filters"
          onClick={() => setOpen(!open)}
        >
          Filters
        </Button>
      </div>
      <div
        id="search-filters"
        ref={panel}
        className={cn(styles.panel, !open && styles.folded)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Escape' || !open) return;
          fold();
        }}
      >
        <div className={styles.days}>
          <TextField
            label="Date From"
            type="date"
            required
            error={errors.startDate?.message}
            {...form.register('startDate', {
              // Before the first day is known, nothing stands here for all days.
              validate: (value) => value !== '' || isUntouched || 'Choose the first day',
            })}
          />
          <TextField
            label="Date To"
            type="date"
            required
            error={errors.endDate?.message}
            {...form.register('endDate', {
              required: 'Choose the last day',
              validate: (endDate, { startDate }) =>
                !startDate || startDate <= endDate || 'The last day comes before the first',
            })}
          />
        </div>
        <div className={styles.rest}>
          <div role="group" aria-label="Days" className={styles.presets}>
            {PRESET_NAMES.map((name) => (
              <Button
                key={name}
                className={styles.preset}
                aria-pressed={name === preset}
                onClick={() => ask(daysOfPreset(name, today), form.getValues())}
              >
                {PRESETS[name]}
              </Button>
            ))}
          </div>
          <div className={styles.filters}>
            <Field label="With this mood">
              {(wiring) => (
                <Choices choices={withOwn(MOOD_CHOICES, mood)} {...form.register('mood')} {...wiring} />
              )}
            </Field>
            <Field label="In this weather">
              {(wiring) => <Choices choices={WEATHER_CHOICES} {...form.register('weather')} {...wiring} />}
            </Field>
            <TextField
              label="In this city"
              maxLength={LIMITS.locationMax}
              placeholder="Any city"
              {...form.register('city')}
            />
            <Field label="With this tag">
              {(wiring) => (
                <Choices
                  choices={withOwn([...TAG_CHOICES, ...tags.map((one): Choice => [one.tag, one.tag])], tag)}
                  {...form.register('tag')}
                  {...wiring}
                />
              )}
            </Field>
          </div>
          {searchInWords(search) !== '' && (
            <Button
              variant="plain"
              className={styles.clear}
              onClick={() => {
                onSearch(firstSearch(today));
                fold();
              }}
            >
              Clear all
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

/** What was found stands below the form. Where that is not in sight, the form goes to the top of the screen. */
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

/** A mood in one's own words, or a tag that is gone, may be in a bookmark: it can be chosen too. */
const withOwn = (choices: Choice[], given: string): Choice[] =>
  choices.some(([value]) => value === given) ? choices : [...choices, [given, given]];
