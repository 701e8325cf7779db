import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BEGINNING_LIMITS, type Question } from '@inner-weather/domain/beginnings/beginnings';
import { oneLine } from '@inner-weather/domain/text/one-line';
import { useController, useForm } from 'react-hook-form';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { TextField } from '../../../components/forms/field';
import { FormEnd } from '../../../components/forms/form-end';
import { requiredText } from '../../../components/forms/text-rules';
import { messageOf } from '../../../lib/api/api-error';
import { useWeekStart, weekdayInWords, weekdaysFrom } from '../../../lib/dates/week-start';
import { beginningLarge } from '../../../lib/language/formats';
import styles from './beginnings.module.css';
import type { OpenItem } from './open-item';
import { useSaveItem } from './use-save-item';

interface QuestionFormProps {
  question: OpenItem<Question>;
  isNew: boolean;
  onDone: () => void;
}

export function QuestionForm({ question: { opened, written }, isNew, onDone }: QuestionFormProps) {
  const weekStart = useWeekStart();
  const form = useForm<Question>({ defaultValues: written });
  const saving = useSaveItem('questions', opened, {
    onSaved: onDone,
    onChangedElsewhere: ({ next }) => {
      form.reset(next);
      return next;
    },
  });
  const { field: weekdays } = useController({ name: 'weekdays', control: form.control });
  const turn = (weekday: number) =>
    weekdays.onChange(
      weekdays.value.includes(weekday)
        ? weekdays.value.filter((one) => one !== weekday)
        : [...weekdays.value, weekday].sort(),
    );
  const submit = form.handleSubmit((values) => saving.save({ ...values, text: oneLine(values.text).trim() }));
  return (
    <form
      noValidate
      className={styles.form}
      onChange={() => saving.keep(form.getValues())}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t`Your question`}
        // A form that is restored must not scroll the page to itself.
        autoFocus={written === opened}
        error={form.formState.errors.text?.message}
        {...form.register('text', {
          validate: requiredText(BEGINNING_LIMITS.questionMax, t`Write a question.`),
        })}
      />
      <fieldset className={styles.weekdays}>
        <legend className={styles.legend}>
          <Trans>Asked on</Trans>
        </legend>
        {weekdaysFrom(weekStart).map((weekday) => (
          <Checkbox
            key={weekday}
            label={beginningLarge(weekdayInWords(weekday))}
            checked={weekdays.value.includes(Number(weekday))}
            onChange={() => turn(Number(weekday))}
          />
        ))}
        <p className={styles.facts}>
          <Trans>On these days it comes first. Without any, it comes in turn with the others.</Trans>
        </p>
      </fieldset>
      {!isNew && <Checkbox label={t`Archived: not asked any more`} {...form.register('archived')} />}
      <FormEnd
        problem={saving.error ? messageOf(saving.error) : undefined}
        isBusy={saving.isPending}
        onCancel={onDone}
      />
    </form>
  );
}
