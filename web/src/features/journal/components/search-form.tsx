import { LIMITS } from '@inner-weather/contracts/limits';
import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/button';
import { Field, TextField } from '../../../components/field';
import { VisuallyHidden } from '../../../components/visually-hidden';
import { cn } from '../../../lib/cn';
import {
  daysInWords,
  daysOfPreset,
  MOOD_CHOICES,
  PRESET_NAMES,
  PRESETS,
  type Search,
  searchOn,
  TAG_CHOICES,
  WEATHER_CHOICES,
  type Wishes,
  wishesInWords,
} from '../search';
import type { DayRange } from '../api/entry';
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
 * YYYY-MM-DD. On a phone, all but the words is folded into one line. The form follows the search that is shown.
 */
export function SearchForm({ userId, search, today, onSearch }: SearchFormProps) {
  const { days, words, mood, weather, city, tag, preset } = search;
  const tags = useTags(userId).data ?? [];
  const form = useForm<Asked>({ values: { ...days, words, mood, weather, city, tag } });
  const { errors } = form.formState;
  const [open, setOpen] = useState(false);
  const summary = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const fold = () => {
    const hadFocus = panel.current?.contains(document.activeElement);
    flushSync(() => setOpen(false));
    // Where nothing is folded, there is no such button on the screen, and the focus stays.
    if (hadFocus) summary.current?.focus();
  };
  const ask = (asked: DayRange, wishes: Wishes) => {
    const trimmed = { ...wishes, words: wishes.words.trim(), city: wishes.city.trim() };
    onSearch(searchOn({ startDate: asked.startDate, endDate: asked.endDate }, today, trimmed));
    fold();
  };
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Search entries"
      onSubmit={(event) =>
        void form.handleSubmit(
          (asked) => ask(asked, asked),
          // What is wrong may be folded away.
          () => setOpen(true),
        )(event)
      }
    >
      <div className={styles.line}>
        <TextField
          label="Words"
          type="search"
          enterKeyHint="search"
          maxLength={LIMITS.findWordsMax}
          placeholder="river, or “long walk”"
          {...form.register('words')}
        />
        <Button type="submit" className={styles.submit}>
          Search
        </Button>
      </div>
      <Button
        ref={summary}
        variant="plain"
        className={styles.summary}
        aria-expanded={open}
        aria-controls="search-filters"
        onClick={() => setOpen(!open)}
      >
        <VisuallyHidden>Days and filters: </VisuallyHidden>
        <span className={styles.asked}>
          {[daysInWords(search), ...wishesInWords({ ...search, words: '' })].join(' · ')}
        </span>
        <span className={styles.arrow} aria-hidden="true" />
      </Button>
      <div id="search-filters" ref={panel} className={cn(styles.panel, !open && styles.folded)}>
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
        <div className={styles.days}>
          <TextField
            label="Date From"
            type="date"
            required
            error={errors.startDate?.message}
            {...form.register('startDate', { required: 'Choose the first day' })}
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
      </div>
    </form>
  );
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
