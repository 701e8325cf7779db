import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { useController, useForm, useWatch } from 'react-hook-form';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { requiredText } from '../../../../components/forms/text-rules';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { SAVE_KEYS, SaveKeys, submitBySaveKeys } from '../../../../components/forms/save-keys';
import { toApiError } from '../../../../lib/api/api-error';
import { cn } from '../../../../lib/cn';
import { dateNow, placedHere } from '../../../../lib/dates/dates';
import { bodyOf, differingFields, EMPTY, type EntryValues } from '../../../../lib/entry/entry-values';
import { useCityCheck } from '../../../../components/forms/place/places';
import { unsavedKeptWithin } from '../../../../lib/drafts/unsaved';
import type { SessionUser } from '../../../../lib/api/session';
import type { Waiting } from '../../../../lib/outbox/changes';
import { useWaiting } from '../../../../lib/outbox/waiting';
import { useCreateEntry } from '../../api/create-entry';
import type { Entry } from '../../../../lib/entry/entry';
import { EntryText, NEW_TEXT_ID } from '../entries/entry-text';
import { InertWhileSaving } from '../fields/inert-while-saving';
import { MoreFields } from '../fields/more-fields';
import { MoodField, moodProblem } from '../fields/mood-field';
import { SaveBar } from '../fields/save-bar';
import type { PhotosOfForm } from '../photos/photo-field';
import { TemplatePicker } from './template-picker';
import { isBegun, useDraft } from './use-draft';
import { useWriteFor } from './use-write-for';
import { WhenAndWhere } from '../fields/when-and-where';
import styles from './writing-page.module.css';
import { WritingPrompt } from './writing-prompt';

/** Milliseconds for the draft of a saved entry to be dropped from the disk. */
const KEPT_MS = 2_000;

const PhotoField = lazy(() => import('../photos/photo-field'));
const Shared = lazy(() => import('./shared'));

interface NewEntryFormProps {
  user: SessionUser;
  /** Called with the saved entry and its text as it was typed. */
  onSaved: (entry: Entry, content: string) => void;
  /** Called when writing begins, and with false when it has ended with a save. */
  onWriting: (isWriting: boolean) => void;
}

export function NewEntryForm({ user, onSaved, onWriting }: NewEntryFormProps) {
  const create = useCreateEntry();
  const waiting = useWaiting();
  /** The number of saves on this page. Each save folds the optional fields again. */
  const [saves, setSaves] = useState(0);
  const [result, setResult] = useState<{ entryId: string; waits: boolean } | { reason?: string }>();
  /** The moment of the first attempt to save a text, which belongs to its Idempotency-Key. */
  const firstAttempt = useRef({ text: '', date: '' });
  const emptyValues = { ...EMPTY, location: user.location };
  const writeFor = useWriteFor();
  // The draft of today is kept while the user writes for another day.
  const draft = useDraft(user.id, writeFor.day);
  const { key: _key, ...initialValues } = draft.initial;
  const form = useForm<EntryValues>({
    defaultValues: {
      ...initialValues,
      date: initialValues.date || (writeFor.minute ?? ''),
      location: initialValues.location || user.location,
    },
  });
  const checkCity = useCityCheck(form);
  const photos = useRef<PhotosOfForm>(null);
  const [firstPhotos, setFirstPhotos] = useState(initialValues.photos);
  const hasPhotos = () => (photos.current?.count() ?? firstPhotos.length) > 0;
  /** From a save to the empty form after it. What would be typed meanwhile is in no request. */
  const { isSubmitting } = form.formState;
  // Registered before the mood, so that it gets the focus if both are invalid.
  const validateText = requiredText(LIMITS.contentMax, t`Write a few words first.`);
  const text = form.register('content', {
    validate: (words) => (words === '' && hasPhotos()) || validateText(words),
  });
  const moodField = useController({
    name: 'inputMood',
    control: form.control,
    rules: { validate: (words) => moodProblem(words) ?? true },
  });
  const isEmpty = useWatch({ control: form.control, name: 'content' }) === '';
  const contentError = form.formState.errors.content?.message;

  // In the first run the home city may change above the form.
  const home = useRef(user.location);
  useEffect(() => {
    if (home.current === user.location) return;
    if (form.getValues('location') === home.current) form.setValue('location', user.location);
    home.current = user.location;
  }, [form, user.location]);

  const { setFocus } = form;
  const isForPastDay = writeFor.minute !== undefined;
  /** On a phone the form is one line until it is touched, and again after a save. */
  const [isOpen, setIsOpen] = useState(isForPastDay || isBegun(initialValues));
  const reportWriting = useEffectEvent(onWriting);
  useEffect(() => reportWriting(isOpen), [isOpen]);
  useEffect(() => {
    if (isForPastDay) setFocus('content');
  }, [isForPastDay, setFocus]);

  const open = ({ currentTarget: element }: FocusEvent<HTMLFormElement>) => {
    if (isOpen) return;
    const { height, top } = element.getBoundingClientRect();
    flushSync(() => {
      setIsOpen(true);
      onWriting(true);
    });
    // The line may be at the end of the screen, where there is no room for the form. What waits is told above it.
    if (element.offsetHeight > height) return element.parentElement?.scrollIntoView({ block: 'start' });
    // What is above the form has become smaller; the form itself stays where it was touched.
    const movedBy = element.getBoundingClientRect().top - top;
    if (movedBy !== 0) window.scrollBy({ top: movedBy, behavior: 'instant' });
  };

  const { write } = draft;
  useEffect(() => {
    const subscription = form.watch((_values, { name }) => {
      const values = form.getValues();
      // A reset after a save does not count as writing.
      if (name === undefined && !isBegun(values)) return;
      write(draftOf(values, user.location));
      setResult(undefined);
    });
    return () => subscription.unsubscribe();
  });

  const save = form.handleSubmit(async (written) => {
    setResult(undefined);
    const names = await (photos.current?.settle() ?? written.photos);
    if (!names) return;
    const values = { ...written, photos: names };
    const isAway = values.location.trim() !== user.location;
    const place = isAway ? await checkCity(values.location) : {};
    if (!place) return;
    const filledFields = differingFields(values, EMPTY).filter(
      (name) => name !== 'content' && name !== 'location',
    );
    const body = {
      email: user.email,
      ...bodyOf(values, ['content', 'location'], placedHere),
      ...bodyOf(values, filledFields, placedHere),
    };
    // The key does not depend on the place. Otherwise a second attempt whose look-up fails would create another entry.
    const text = JSON.stringify(body);
    if (firstAttempt.current.text !== text) firstAttempt.current = { text, date: dateNow() };
    const { date } = firstAttempt.current;
    try {
      const { entry, state } = await create.mutateAsync({
        body: { ...body, ...(values.date === '' && { date }), ...place },
        idempotencyKey: draft.keyFor(text),
      });
      const todaysDraft = draft.saved();
      // The same words later are another entry, of another moment.
      firstAttempt.current = { text: '', date: '' };
      writeFor.done();
      // Otherwise a browser that is killed now would offer the saved words again.
      await unsavedKeptWithin(KEPT_MS);
      flushSync(() => {
        form.reset(
          todaysDraft ? { ...todaysDraft, location: todaysDraft.location || user.location } : emptyValues,
        );
        setResult({ entryId: entry._id, waits: state === 'waiting' });
        setSaves((count) => count + 1);
        setFirstPhotos(todaysDraft?.photos ?? []);
        setIsOpen(todaysDraft !== undefined);
      });
      onSaved(entry, values.content);
    } catch (error) {
      const { status } = toApiError(error);
      draft.failed(text, status);
      // `failed` may have created a new key, so store the text again with it.
      draft.write(draftOf(values, user.location));
      setResult({ reason: status === 422 ? savedBefore() : beyondFields(form, error) });
      showAtFields(form, error);
    }
  });

  return (
    <form
      noValidate
      className={cn(styles.card, styles.new, !isOpen && styles.resting)}
      onFocus={open}
      aria-label={t`New entry`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void save();
      }}
      onKeyDown={submitBySaveKeys}
    >
      <WritingPrompt
        key={create.data?.entry._id}
        userId={user.id}
        empty={isEmpty}
        onShown={() => form.setFocus('content')}
      >
        <TemplatePicker />
      </WritingPrompt>
      <EntryText
        id={NEW_TEXT_ID}
        label={t`Your entry`}
        placeholder={t`Tell me about your day...!`}
        hint={t`What happened, and how did it feel? No other user here can read this.`}
        error={contentError}
        readOnly={isSubmitting}
        {...text}
      />
      <InertWhileSaving form={form}>
        <div className={styles.moods}>
          <MoodField
            key={`mood ${saves}`}
            legend={t`How do you feel?`}
            value={moodField.field.value}
            onChange={moodField.field.onChange}
            error={moodField.fieldState.error?.message}
            ref={moodField.field.ref}
          />
        </div>
        <div>
          <Suspense>
            <PhotoField
              key={`photos ${saves}`}
              ref={photos}
              initial={firstPhotos}
              form={form}
              place={placedHere}
            />
            <Shared photos={photos} />
          </Suspense>
        </div>
        <WhenAndWhere key={`when ${saves}`} form={form} unfolded={isForPastDay && saves === 0} />
        <MoreFields form={form} saves={saves} />
      </InertWhileSaving>
      <SaveBar
        isKept={draft.isKept && !isSubmitting}
        result={
          result && (
            <div data-saved={'entryId' in result || undefined}>
              {'entryId' in result && !result.waits && (
                <Notice tone="success">
                  <Trans>Journal entry saved successfully!</Trans>
                </Notice>
              )}
              {/* Gone once it is sent, or once it needs its writer. */}
              {'entryId' in result && result.waits && willBeSent(waiting, result.entryId) && (
                <Notice tone="info">
                  <Trans>Kept on this device. It is sent as soon as there is a connection.</Trans>
                </Notice>
              )}
              {'reason' in result && (
                <Notice tone="error" title={t`Failed to save the journal entry. Please try again.`}>
                  {result.reason}
                </Notice>
              )}
            </div>
          )
        }
      >
        <SaveKeys />
        <Button type="submit" variant="primary" busy={isSubmitting} aria-keyshortcuts={SAVE_KEYS}>
          <Trans>Save Entry</Trans>
        </Button>
      </SaveBar>
    </form>
  );
}

const willBeSent = (waiting: readonly Waiting[], entryId: string): boolean =>
  waiting.some((one) => one.entryId === entryId && !one.problem);

const savedBefore = () =>
  t`An earlier version of this text is already saved. Search below to see it. Saving again creates a second entry.`;

/** A draft does not store the user's home city, which may change before the draft is opened again. */
const draftOf = ({ location, ...values }: EntryValues, home: string) => ({
  ...values,
  location: location === home ? '' : location,
});
