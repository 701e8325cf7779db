import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  FACE_COLOURS,
  FACE_EYES,
  FACE_MOUTHS,
  isEmoji,
  type MoodStep,
} from '@inner-weather/domain/entries/own-moods';
import { LIMITS } from '@inner-weather/domain/limits';
import { useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { FacePart, OwnFace } from '../../../components/entries/mood-face';
import { PresetFace } from '../../../components/entries/preset-face';
import { Button } from '../../../components/forms/button';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { FormEnd } from '../../../components/forms/form-end';
import { TextField } from '../../../components/forms/field';
import { beyondFields, showAtFields } from '../../../components/forms/form-errors';
import { requiredText } from '../../../components/forms/text-rules';
import { ConfirmDialog } from '../../../components/page/confirm-dialog';
import { messageOf } from '../../../lib/api/api-error';
import { listInWords } from '../../../lib/language/formats';
import { isolate } from '../../../lib/language/isolate';
import { type OwnMood, useDeleteMood, usePutMood } from '../../../lib/own-moods/own-moods';
import styles from './moods.module.css';
import { PartChoice } from './part-choice';
import { colourInWords, eyesInWords, mouthInWords, steps } from './words';

interface MoodFormProps {
  mood: OwnMood;
  isNew: boolean;
  onDone: () => void;
}

/** Defines a mood of one's own. */
export function MoodForm({ mood, isNew, onDone }: MoodFormProps) {
  const put = usePutMood();
  const form = useForm<OwnMood>({ defaultValues: mood });
  const { control } = form;
  const shown = { ...mood, ...useWatch({ control }) };
  const { field: colour } = useController({ name: 'colour', control });
  const { field: eyes } = useController({ name: 'eyes', control });
  const { field: mouth } = useController({ name: 'mouth', control });
  const { field: score } = useController({ name: 'score', control });
  /** The step to go back to when the mood counts again. */
  const [step, setStep] = useState<MoodStep>(mood.score ?? 0);
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ _id, name, emoji, archived, ...face }) => {
    try {
      await put.mutateAsync({
        ...{ _id, name, emoji: emoji.trim(), archived },
        ...{ colour: face.colour, eyes: face.eyes, mouth: face.mouth, score: face.score },
      });
      onDone();
    } catch (error) {
      showAtFields(form, error);
    }
  });
  // That there are too many is said of fields that a new mood does not show.
  const general = beyondFields(form, put.error) ?? errors.archived?.message ?? errors.formerNames?.message;
  const emoji = shown.emoji.trim();
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.hero}>
        <OwnFace face={{ ...shown, emoji: isEmoji(emoji) ? emoji : '' }} size={84} />
      </div>
      <TextField
        label={t({ message: 'Name', context: 'mood' })}
        autoFocus
        error={errors.name?.message}
        {...form.register('name', { validate: requiredText(LIMITS.moodMax, t`Give it a name.`) })}
      />
      <PartChoice
        legend={t`Colour`}
        options={FACE_COLOURS.map((value) => ({
          value,
          label: colourInWords(value),
          picture: <i className={styles.colour} style={{ background: `var(--face-${value})` }} />,
        }))}
        value={colour.value}
        onChange={colour.onChange}
      />
      <PartChoice
        legend={t`Eyes`}
        options={FACE_EYES.map((value) => ({
          value,
          label: eyesInWords(value),
          picture: <FacePart eyes={value} />,
        }))}
        value={eyes.value}
        onChange={eyes.onChange}
      />
      <PartChoice
        legend={t`Mouth`}
        options={FACE_MOUTHS.map((value) => ({
          value,
          label: mouthInWords(value),
          picture: <FacePart mouth={value} />,
        }))}
        value={mouth.value}
        onChange={mouth.onChange}
      />
      <TextField
        label={t`Or an emoji`}
        hint={t`It stands for eyes and mouth. Leave it empty for the face above.`}
        error={errors.emoji?.message}
        {...form.register('emoji', {
          validate: (text) => text.trim() === '' || isEmoji(text.trim()) || t`Enter one emoji, or none.`,
        })}
      />
      <PartChoice
        isNamed
        legend={t`How bright is a day like that?`}
        options={steps().map(({ value, label, like }) => ({
          value,
          label,
          picture: <PresetFace mood={like} size={24} />,
        }))}
        value={score.value}
        onChange={(value) => {
          setStep(value);
          score.onChange(value);
        }}
      />
      <Checkbox
        label={t`Leave it out of the averages`}
        checked={score.value === null}
        onChange={({ currentTarget }) => score.onChange(currentTarget.checked ? null : step)}
      />
      {!isNew && (
        <Checkbox
          label={t`Archived: not offered any more, and its entries keep it`}
          {...form.register('archived')}
        />
      )}
      <FormEnd problem={general} isBusy={put.isPending} onCancel={onDone}>
        {!isNew && <DeleteMood mood={mood} onDone={onDone} />}
      </FormEnd>
    </form>
  );
}

function DeleteMood({ mood, onDone }: { mood: OwnMood; onDone: () => void }) {
  const remove = useDeleteMood();
  const [isAsking, setIsAsking] = useState(false);
  const name = isolate(mood.name);
  const formerNames = listInWords(mood.formerNames.map(isolate));
  return (
    <ConfirmDialog
      trigger={
        <Button variant="plainDanger">
          <Trans>Delete</Trans>
        </Button>
      }
      title={t`Delete ${name}?`}
      text={[
        t`Its entries keep the word, without a face and without a place in the averages. You can make it a mood again.`,
        ...(formerNames === '' ? [] : [t`Those written under an old name show it again: ${formerNames}.`]),
      ].join(' ')}
      confirmLabel={t`Delete the mood`}
      open={isAsking}
      busy={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : undefined}
      onOpenChange={setIsAsking}
      onConfirm={() => remove.mutate(mood._id, { onSuccess: onDone })}
    />
  );
}
