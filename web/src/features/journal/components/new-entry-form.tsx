import { LIMITS } from '@inner-weather/contracts/limits';
import { MESSAGES } from '@inner-weather/contracts/messages';
import { MOODS, type Mood } from '@inner-weather/contracts/moods';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useController, useForm } from 'react-hook-form';
import { Button } from '../../../components/button';
import { Checkbox } from '../../../components/checkbox';
import { MoodPicker } from '../../../components/mood-picker';
import { Notice } from '../../../components/notice';
import { useWritesWithAi } from '../../../lib/about';
import { toApiError } from '../../../lib/api-error';
import type { SessionUser } from '../../../lib/session';
import { useCreateEntry } from '../api/create-entry';
import styles from './new-entry-form.module.css';
import { useDraft } from './use-draft';

interface Values {
  content: string;
  mood: string;
  neverSendToAi: boolean;
}

const EMPTY: Values = { content: '', mood: '', neverSendToAi: false };

interface NewEntryFormProps {
  user: SessionUser;
  onSaved: (content: string) => void;
}

export function NewEntryForm({ user, onSaved }: NewEntryFormProps) {
  const id = useId();
  const draft = useDraft(user.id);
  const create = useCreateEntry();
  const writesWithAi = useWritesWithAi();
  const [result, setResult] = useState<{ saved: true } | { saved: false; reason: string }>();
  const form = useForm<Values>({
    defaultValues: {
      content: draft.initial.content,
      mood: draft.initial.mood,
      neverSendToAi: draft.initial.neverSendToAi,
    },
  });
  const mood = useController({ name: 'mood', control: form.control });
  const contentError = form.formState.errors.content?.message;

  const { write } = draft;
  useEffect(() => {
    const watching = form.watch(({ content = '', mood: chosen = '', neverSendToAi = false }, { type }) => {
      // Resetting after a save is not writing.
      if (type === undefined && content === '') return;
      write({ content, mood: chosen, neverSendToAi });
      setResult(undefined);
    });
    return () => watching.unsubscribe();
  });

  const submit = form.handleSubmit(async ({ content, mood: chosen, neverSendToAi }) => {
    if (create.isPending) return;
    setResult(undefined);
    const body = {
      email: user.email,
      content,
      location: user.location,
      ...(isMood(chosen) && { inputMood: chosen }),
      ...(neverSendToAi && { neverSendToAi }),
    };
    const text = JSON.stringify(body);
    try {
      await create.mutateAsync({ body, idempotencyKey: draft.keyFor(text) });
      draft.saved();
      form.reset(EMPTY);
      setResult({ saved: true });
      onSaved(content);
    } catch (error) {
      const { status, message } = toApiError(error);
      draft.failed(text, status);
      // Under the new key that `failed` may have made, the text is kept as it is.
      draft.write({ content, mood: chosen, neverSendToAi });
      setResult({ saved: false, reason: status === 422 ? SAVED_BEFORE : message });
    }
  });

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
  };

  return (
    <form
      noValidate
      className={styles.card}
      aria-label="New entry"
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
    >
      <textarea
        className={styles.text}
        placeholder={MESSAGES.entryPlaceholder}
        aria-label="Your entry"
        required
        readOnly={create.isPending}
        aria-invalid={contentError ? true : undefined}
        aria-describedby={contentError ? `${id}-error` : `${id}-hint`}
        {...form.register('content', {
          validate: (value) => value.trim() !== '' || 'Write a few words first.',
          maxLength: {
            value: LIMITS.contentMax,
            message: `An entry has room for ${LIMITS.contentMax.toLocaleString('en')} characters.`,
          },
        })}
      />
      {contentError && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {contentError}
        </p>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        What happened, and how was it? No other account can read this.
      </p>
      <MoodPicker legend="How do you feel?" value={mood.field.value} onChange={mood.field.onChange} />
      {(writesWithAi || draft.initial.neverSendToAi) && (
        <Checkbox label="Never send this entry to AI" {...form.register('neverSendToAi')} />
      )}
      <div className={styles.foot}>
        <p className={styles.kept} aria-live="polite">
          {draft.kept && !create.isPending && 'Draft saved'}
        </p>
        <Button type="submit" variant="primary" busy={create.isPending} title="Ctrl + Enter saves, too">
          Save Entry
        </Button>
      </div>
      {result && (
        <div className={styles.result}>
          {result.saved ? (
            <Notice tone="success">{MESSAGES.entrySaved}</Notice>
          ) : (
            <Notice tone="error" title={MESSAGES.entryNotSaved}>
              {result.reason}
            </Notice>
          )}
        </div>
      )}
    </form>
  );
}

const SAVED_BEFORE =
  'An earlier version of this text has been saved already; search below to see it. Saving again makes a second entry.';

function isMood(value: string): value is Mood {
  return MOODS.some((mood) => mood === value);
}
