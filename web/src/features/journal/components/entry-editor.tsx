import { LIMITS } from '@inner-weather/contracts/limits';
import { moodOf } from '@inner-weather/contracts/moods';
import { isVisible } from '@inner-weather/contracts/visible';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Button } from '../../../components/button';
import { Checkbox } from '../../../components/checkbox';
import { CityField } from '../../../components/city-field';
import { TextField } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { SAVE_KEYS, SaveKeys, submitBySaveKeys } from '../../../components/save-keys';
import { useWritesWithAi } from '../../../lib/about';
import { toApiError } from '../../../lib/api-error';
import { dateOf, minuteIn, minuteInWords, placedThere, skippedInWords } from '../../../lib/dates';
import { useCityCheck } from '../../../lib/places';
import type { Edition } from '../../../lib/drafts';
import { useWeatherInWords } from '../../../lib/temperature';
import { useToday } from '../../../lib/today';
import type { Entry } from '../api/entry';
import { replaceEntry } from '../api/entries-cache';
import { currentEntryOf, useUpdateEntry } from '../api/update-entry';
import { EditConflict } from './edit-conflict';
import styles from './entry-editor.module.css';
import { EntryText } from './entry-text';
import { MoodField, moodProblem } from './mood-field';
import { SaveBar } from './save-bar';
import { TagsField } from './tags-field';
import { momentProblem } from './when-and-where';
import page from './writing-page.module.css';

interface EntryEditorProps {
  entry: Entry;
  /** An earlier edit that was neither saved nor cancelled. */
  kept: Edition | undefined;
  /** The field that has the focus at first. An unfinished edit that opened by itself has none. */
  focus?: 'content' | 'location';
  /** Called with each change; undefined if nothing differs from the saved entry. True if the browser keeps it. */
  onChange: (edition: Edition | undefined) => boolean;
  onSaved: () => void;
  onCancel: () => void;
  onEscape: () => void;
}

const FIELDS = ['content', 'inputMood', 'location', 'date', 'tags'] as const;

export type EditedValues = Required<Omit<Edition, 'createdAt' | 'updatedAt'>>;

const needed = (max: number, words: string) => ({
  validate: (value: string) => {
    if (!isVisible(value)) return words;
    return [...value].length <= max || `At most ${max.toLocaleString('en')} characters, please`;
  },
});

export function EntryEditor({
  kept,
  focus,
  onChange,
  onSaved,
  onCancel,
  onEscape,
  ...props
}: EntryEditorProps) {
  // The version that is edited. A newer one that arrives meanwhile must not pass for it.
  const [entry] = useState(props.entry);
  const updatedAt = kept?.updatedAt ?? entry.updatedAt;
  const [current, setCurrent] = useState<Entry>();
  const queryClient = useQueryClient();
  const update = useUpdateEntry();
  const checkCity = useCityCheck();
  const writesWithAi = useWritesWithAi();
  const today = useToday();
  const { content, inputMood, location, tags, neverSendToAi, createdAt } = entry;
  const date = minuteIn(createdAt);
  const form = useForm<EditedValues>({
    defaultValues: {
      content: kept?.content ?? content,
      inputMood: kept?.inputMood ?? inputMood,
      location: kept?.location ?? location,
      date: kept?.date ?? date,
      tags: kept?.tags ?? tags,
      neverSendToAi: kept?.neverSendToAi ?? neverSendToAi,
    },
  });
  const { errors } = form.formState;
  // Registered in the order of the page: the first one that is wrong gets the focus.
  const text = form.register('content', needed(LIMITS.contentMax, 'Write a few words'));
  const placed = (minute: string) => placedThere(minute, createdAt);
  const minute = useWatch({ control: form.control, name: 'date' });
  const skipped = minute && skippedInWords(minute, placed(minute));
  const [isKept, setIsKept] = useState(false);
  const {
    field: { ref: moodRef, value: mood, onChange: changeMood },
    fieldState: moodState,
  } = useController({
    name: 'inputMood',
    control: form.control,
    rules: {
      validate: (words) =>
        isVisible(words) ? (moodProblem(words) ?? true) : 'Choose a mood, or say it in your own words',
    },
  });

  const dateField = form.register('date', {
    validate: (value) => value === date || momentProblem(value, placed),
  });
  const locationField = useController({
    name: 'location',
    control: form.control,
    rules: needed(LIMITS.locationMax, 'Enter a city so we can add the weather.'),
  });
  const tagsField = useController({ name: 'tags', control: form.control });
  const weather = useWeatherInWords(entry);

  useEffect(() => {
    const watching = form.watch(() => {
      const now = { ...form.getValues() };
      const same =
        now.content === content &&
        now.inputMood === inputMood &&
        now.location === location &&
        now.date === date &&
        sameTags(now.tags, tags) &&
        now.neverSendToAi === neverSendToAi;
      setIsKept(onChange(same ? undefined : { ...now, createdAt, updatedAt }));
    });
    return () => watching.unsubscribe();
  });

  const submit = form.handleSubmit(async (edited) => {
    if (update.isPending) return;
    const moves = edited.location.trim() !== location;
    const { place, problem } = moves ? await checkCity(edited.location) : {};
    if (problem !== undefined) {
      form.setError('location', { message: problem }, { shouldFocus: true });
      return;
    }
    // What was not touched is not sent: it stays as it is, to the second.
    const body = {
      content: edited.content,
      inputMood: moodOf(edited.inputMood),
      location: edited.location,
      ...(place !== undefined && { place }),
      ...(edited.date !== date && { date: dateOf(placed(edited.date)) }),
      ...(!sameTags(edited.tags, tags) && { tags: edited.tags }),
      ...(edited.neverSendToAi !== neverSendToAi && { neverSendToAi: edited.neverSendToAi }),
    };
    try {
      await update.mutateAsync({ id: entry._id, updatedAt, body });
    } catch (error) {
      const changed = currentEntryOf(error);
      // The answer to an earlier attempt may have been lost.
      if (changed && !isSame(edited, changed)) return setCurrent(changed);
      if (changed) {
        replaceEntry(queryClient, changed);
        return onSaved();
      }
      for (const { field, msg } of toApiError(error).errors) {
        if (isField(field)) form.setError(field, { message: msg });
      }
      return;
    }
    onSaved();
  });

  const general =
    update.error &&
    !currentEntryOf(update.error) &&
    toApiError(update.error).errors.filter(({ field }) => !isField(field));

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitBySaveKeys(event);
    // Escape may also be about a list of suggestions, or a letter that is being composed.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!update.isPending) onEscape();
  };

  if (current) {
    return (
      <EditConflict
        edited={form.getValues()}
        current={current}
        onChanged={setCurrent}
        onDone={onSaved}
        onLater={() => setCurrent(undefined)}
      />
    );
  }
  return (
    <form
      noValidate
      className={page.card}
      aria-label="Edit Entry"
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
    >
      {kept && <Notice tone="info">You have not saved these changes yet.</Notice>}
      <p className={styles.when}>
        {[minuteInWords(createdAt), entry.weatherStatus === 'ready' && weather].filter(Boolean).join(' · ')}
      </p>
      <EntryText label="Entry" autoFocus={focus === 'content'} error={errors.content?.message} {...text} />
      <div className={page.moods}>
        <MoodField
          legend="Mood"
          required
          value={mood}
          onChange={changeMood}
          error={moodState.error?.message}
          ref={moodRef}
        />
      </div>
      <div className={styles.fields}>
        <TextField
          label="Date and time"
          type="datetime-local"
          required
          max={`${today}T23:59`}
          hint={skipped || 'Changing the hour looks up the weather again.'}
          error={errors.date?.message}
          {...dateField}
        />
        <CityField
          label="Location"
          autoFocus={focus === 'location'}
          required
          hint="Changing the city looks up the weather again."
          error={errors.location?.message}
          {...locationField.field}
        />
      </div>
      <div className={styles.tags}>
        <TagsField
          value={tagsField.field.value}
          onChange={tagsField.field.onChange}
          error={errors.tags?.message}
        />
        {(writesWithAi || neverSendToAi) && (
          <Checkbox label="Never send this entry to AI" {...form.register('neverSendToAi')} />
        )}
      </div>
      <SaveBar
        isKept={isKept && !update.isPending}
        result={
          general &&
          general.length > 0 && (
            <Notice tone="error" title="Your changes were not saved.">
              {general.map(({ msg }) => msg).join(' ')}
            </Notice>
          )
        }
      >
        <SaveKeys />
        <Button onClick={onCancel} aria-keyshortcuts="Escape">
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={update.isPending} aria-keyshortcuts={SAVE_KEYS}>
          Save Editions
        </Button>
      </SaveBar>
    </form>
  );
}

const sameTags = (some: string[], others: string[]): boolean => some.join('\n') === others.join('\n');

const isSame = (edited: EditedValues, saved: Entry): boolean =>
  edited.content === saved.content &&
  moodOf(edited.inputMood) === saved.inputMood &&
  edited.location.trim() === saved.location &&
  edited.date === minuteIn(saved.createdAt) &&
  sameTags(edited.tags, saved.tags) &&
  edited.neverSendToAi === saved.neverSendToAi;

function isField(field: string | undefined): field is (typeof FIELDS)[number] {
  return FIELDS.some((name) => name === field);
}
