import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { isVisible } from '@inner-weather/domain/text/visible';
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { isComposing } from '../../../../lib/screen/composing';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { requiredText } from '../../../../components/forms/text-rules';
import { CityField } from '../../../../components/forms/place/city-field';
import { TextField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { SAVE_KEYS, SaveKeys, submitBySaveKeys } from '../../../../components/forms/save-keys';
import { minuteInWords, placedThere, skippedInWords } from '../../../../lib/dates/dates';
import type { Edition } from '../../../../lib/drafts/drafts';
import {
  bodyOf,
  checkInOf,
  differingFields,
  type EntryValues,
  valuesOf,
} from '../../../../lib/entry/entry-values';
import { useCityCheck } from '../../../../components/forms/place/places';
import { useWeatherInWords } from '../../../../lib/weather/temperature';
import { useLocalDate } from '../../../../lib/dates/today';
import type { Entry } from '../../../../lib/entry/entry';
import { useEntriesCache } from '../../../../lib/entries/entries-cache';
import { arrivedAs, noteEdited } from '../../../../lib/outbox/made';
import { UNREAD, useWaiting, waitingStore } from '../../../../lib/outbox/waiting';
import { currentEntryOf, useUpdateEntry } from '../../api/update-entry';
import { EditConflict } from './edit-conflict';
import styles from './entry-editor.module.css';
import { EntryText } from '../entries/entry-text';
import { InertWhileSaving } from '../fields/inert-while-saving';
import { MoodField, moodProblem } from '../fields/mood-field';
import { MoreFields } from '../fields/more-fields';
import { SaveBar } from '../fields/save-bar';
import type { PhotosOfForm } from '../photos/photo-field';
import { momentProblem } from '../fields/when-and-where';
import page from '../writing/writing-page.module.css';

const PhotoField = lazy(() => import('../photos/photo-field'));

interface EntryEditorProps {
  entry: Entry;
  /** An earlier edit that was neither saved nor cancelled. */
  storedEdition: Edition | undefined;
  /** The field that has the focus at first. An unfinished edit that opened by itself has none. */
  focus?: 'content' | 'location';
  /** Called with each change, or with undefined if nothing differs from the saved entry. Returns true if the browser stored it. */
  onChange: (edition: Edition | undefined) => boolean;
  onSaved: () => void;
  onCancel: () => void;
  onEscape: () => void;
}

/** Sent with every edit. Other unchanged fields are not sent, so that a time keeps its seconds. */
const ALWAYS = ['content', 'inputMood', 'location'] as const;

export function EntryEditor({
  storedEdition,
  focus,
  onChange,
  onSaved,
  onCancel,
  onEscape,
  ...props
}: EntryEditorProps) {
  // The version that is being edited. A newer one that arrives in the meantime must not replace it.
  const [entry] = useState(props.entry);
  const updatedAt = storedEdition?.updatedAt ?? entry.updatedAt;
  const isResumed = storedEdition !== undefined;
  useEffect(() => {
    if (!isResumed) noteEdited(waitingStore.get(), entry._id);
  }, [isResumed, entry]);
  const isWaitingKnown = useWaiting() !== UNREAD;
  /** The entry with what waited for it at first. A page opens an unfinished edit before it knows what waits. */
  const [begun, setBegun] = useState(isResumed && !isWaitingKnown ? undefined : props.entry);
  if (!begun && isWaitingKnown) setBegun(props.entry);
  const [current, setCurrent] = useState<Entry>();
  const cache = useEntriesCache();
  const update = useUpdateEntry();
  const localDate = useLocalDate();
  const { createdAt, day } = entry;
  const saved = valuesOf(entry);
  /** An entry that never had a mood may stay without one. */
  const hadMood = entry.inputMood !== '';
  const { day: _day, updatedAt: _updatedAt, ...initialValues } = storedEdition ?? entry;
  const form = useForm<EntryValues>({
    defaultValues: storedEdition ? { ...saved, ...initialValues } : saved,
  });
  const checkCity = useCityCheck(form);
  const photos = useRef<PhotosOfForm>(null);
  const [initialPhotos] = useState(storedEdition?.photos ?? saved.photos);
  const hasPhotos = () => (photos.current?.count() ?? initialPhotos.length) > 0;
  /** From here to the answer. What would be typed meanwhile is in no request. */
  const { errors, isSubmitting } = form.formState;
  // Fields register in the order of the page, so that the first invalid one gets the focus.
  const validateText = requiredText(LIMITS.contentMax, t`Write a few words`);
  const text = form.register('content', {
    validate: (value) => (value === '' && (entry.checkIn || hasPhotos())) || validateText(value),
  });
  const placeMinute = (minute: string) => placedThere(minute, createdAt);
  const minute = useWatch({ control: form.control, name: 'date' });
  const skippedHint = minute && skippedInWords(minute, placeMinute(minute));
  const [isKept, setIsKept] = useState(false);
  const {
    field: { ref: moodRef, value: mood, onChange: changeMood },
    fieldState: moodState,
  } = useController({
    name: 'inputMood',
    control: form.control,
    rules: {
      validate: (words) => {
        if (isVisible(words)) return moodProblem(words) ?? true;
        return !hadMood || t`Choose a mood, or say it in your own words`;
      },
    },
  });

  const dateField = form.register('date', {
    validate: (value) => value === saved.date || momentProblem(value, placeMinute),
  });
  const locationField = useController({
    name: 'location',
    control: form.control,
    rules: { validate: requiredText(LIMITS.locationMax, t`Enter a city so we can add the weather.`) },
  });
  const weather = useWeatherInWords(entry);

  useEffect(() => {
    const subscription = form.watch(() => {
      const values = { ...form.getValues() };
      const isChanged = differingFields(values, saved).length > 0;
      // It may have been sent while it is edited.
      const base = arrivedAs(entry._id)?.updatedAt ?? updatedAt;
      setIsKept(onChange(isChanged ? { ...values, day, updatedAt: base } : undefined));
    });
    return () => subscription.unsubscribe();
  });

  const save = form.handleSubmit(async (written) => {
    const names = await (photos.current?.settle() ?? written.photos);
    if (!names) return;
    const edited = { ...written, photos: names };
    const changedFields = differingFields(edited, saved);
    // Another tab has changed this version, too. Its change waits, so the server would not find the two in conflict.
    const now = valuesOf(props.entry);
    const isChanged =
      begun?.updatedAt === props.entry.updatedAt && differingFields(now, valuesOf(begun)).length > 0;
    if (isChanged && differingFields(now, edited).length > 0)
      return setCurrent({ ...props.entry, updatedAt: '' });
    const place = changedFields.includes('location') ? await checkCity(edited.location) : {};
    if (!place) return;
    const body = {
      ...bodyOf(edited, changedFields, placeMinute),
      ...bodyOf(edited, ALWAYS, placeMinute),
      ...checkInOf(entry, edited.content),
      ...place,
    };
    try {
      await update.mutateAsync({ id: entry._id, updatedAt, body });
    } catch (error) {
      const latest = currentEntryOf(error);
      // If the versions are equal, an earlier attempt was saved and only its answer was lost.
      if (latest && differingFields(edited, valuesOf(latest)).length > 0) return setCurrent(latest);
      if (latest) {
        cache.seen(latest);
        return onSaved();
      }
      showAtFields(form, error);
      return;
    }
    onSaved();
  });

  const general = currentEntryOf(update.error) ? undefined : beyondFields(form, update.error);

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitBySaveKeys(event);
    // Escape may also close a list of suggestions.
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    if (!isSubmitting) onEscape();
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
      aria-label={t`Edit Entry`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void save();
      }}
      onKeyDown={onKeyDown}
    >
      {storedEdition && (
        <Notice tone="info">
          <Trans>You have not saved these changes yet.</Trans>
        </Notice>
      )}
      <p className={styles.when}>
        {[minuteInWords(createdAt), entry.weatherStatus === 'ready' && weather].filter(Boolean).join(' · ')}
      </p>
      <EntryText
        label={t`Entry`}
        required={!entry.checkIn}
        autoFocus={focus === 'content'}
        error={errors.content?.message}
        readOnly={isSubmitting}
        {...text}
      />
      <InertWhileSaving form={form}>
        <div className={page.moods}>
          <MoodField
            legend={t`Mood`}
            required={hadMood}
            value={mood}
            onChange={changeMood}
            error={moodState.error?.message}
            ref={moodRef}
          />
        </div>
        <Suspense>
          <PhotoField
            ref={photos}
            // As they are by now, if the editor comes back after a conflict.
            initial={form.getValues('photos')}
            form={form}
            place={placeMinute}
          />
        </Suspense>
        <div className={styles.fields}>
          <TextField
            label={t`Date and time`}
            type="datetime-local"
            required
            max={`${localDate}T23:59`}
            hint={skippedHint || t`Changing the hour looks up the weather again.`}
            error={errors.date?.message}
            {...dateField}
          />
          <CityField
            label={t`Location`}
            autoFocus={focus === 'location'}
            required
            hint={t`Changing the city looks up the weather again.`}
            error={errors.location?.message}
            {...locationField.field}
          />
        </div>
        <div className={styles.tags}>
          <MoreFields form={form} />
        </div>
      </InertWhileSaving>
      <SaveBar
        isKept={isKept && !isSubmitting}
        result={
          general && (
            <Notice tone="error" title={t`Your changes were not saved.`}>
              {general}
            </Notice>
          )
        }
      >
        <SaveKeys />
        <Button busy={isSubmitting} onClick={onCancel} aria-keyshortcuts="Escape">
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={isSubmitting} aria-keyshortcuts={SAVE_KEYS}>
          <Trans>Save Editions</Trans>
        </Button>
      </SaveBar>
    </form>
  );
}
