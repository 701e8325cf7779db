import { LIMITS } from '@inner-weather/contracts/limits';
import { useController, useForm } from 'react-hook-form';
import { Button } from '../../../components/button';
import { Checkbox } from '../../../components/checkbox';
import { TextAreaField, TextField } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { useWritesWithAi } from '../../../lib/about';
import { toApiError } from '../../../lib/api-error';
import type { Entry } from '../api/entry';
import { useUpdateEntry, type EntryEdition } from '../api/update-entry';
import { EditedMood } from './edited-mood';
import styles from './entry-editor.module.css';

interface EntryEditorProps {
  entry: Entry;
  onSaved: () => void;
  onCancel: () => void;
}

const FIELDS = ['content', 'inputMood', 'location'] as const;

const needed = (max: number, words: string) => ({
  validate: (value: string) => value.trim() !== '' || words,
  maxLength: { value: max, message: `At most ${max.toLocaleString('en')} characters, please` },
});

export function EntryEditor({ entry, onSaved, onCancel }: EntryEditorProps) {
  const update = useUpdateEntry();
  const writesWithAi = useWritesWithAi();
  const { content, inputMood, location, neverSendToAi } = entry;
  const form = useForm<EntryEdition>({ defaultValues: { content, inputMood, location, neverSendToAi } });
  const { errors } = form.formState;
  const {
    field: { ref: moodRef, value: mood, onChange: changeMood },
    fieldState: moodState,
  } = useController({
    name: 'inputMood',
    control: form.control,
    rules: needed(LIMITS.moodMax, 'Choose a mood, or say it in your own words'),
  });

  const submit = form.handleSubmit(async ({ neverSendToAi: mark, ...words }) => {
    if (update.isPending) return;
    const body = mark === neverSendToAi ? words : { ...words, neverSendToAi: mark };
    try {
      await update.mutateAsync({ id: entry._id, body });
    } catch (error) {
      for (const { field, msg } of toApiError(error).errors) {
        if (isField(field)) form.setError(field, { message: msg });
      }
      return;
    }
    onSaved();
  });

  const general = update.error && toApiError(update.error).errors.filter(({ field }) => !isField(field));

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextAreaField
        label="Entry"
        autoFocus
        required
        error={errors.content?.message}
        {...form.register('content', needed(LIMITS.contentMax, 'Write a few words'))}
      />
      <EditedMood value={mood} onChange={changeMood} error={moodState.error?.message} ref={moodRef} />
      <TextField
        label="Location"
        required
        hint="Another city brings its own weather."
        error={errors.location?.message}
        {...form.register('location', needed(LIMITS.locationMax, 'A city is needed, for its weather'))}
      />
      {(writesWithAi || neverSendToAi) && (
        <Checkbox label="Never send this entry to AI" {...form.register('neverSendToAi')} />
      )}
      {general && general.length > 0 && (
        <Notice tone="error" title="Your changes were not saved.">
          {general.map(({ msg }) => msg).join(' ')}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={update.isPending}>
          Save Editions
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function isField(field: string | undefined): field is (typeof FIELDS)[number] {
  return FIELDS.some((name) => name === field);
}
