import { t } from '@lingui/core/macro';
import { BEGINNING_LIMITS, type Template } from '@inner-weather/domain/beginnings/beginnings';
import { oneLine } from '@inner-weather/domain/text/one-line';
import { useForm } from 'react-hook-form';
import { Field, TextField } from '../../../components/forms/field';
import { requiredText } from '../../../components/forms/text-rules';
import { FormEnd } from '../../../components/forms/form-end';
import { messageOf } from '../../../lib/api/api-error';
import styles from './beginnings.module.css';
import type { OpenItem } from './open-item';
import { useSaveItem } from './use-save-item';

interface TemplateFormProps {
  template: OpenItem<Template>;
  onDone: () => void;
}

export function TemplateForm({ template: { opened, written }, onDone }: TemplateFormProps) {
  const form = useForm<Template>({ defaultValues: written });
  const saving = useSaveItem('templates', opened, {
    onSaved: onDone,
    onChangedElsewhere: ({ opened: before, current, next }) => {
      const merged = { ...next, text: withNewLines(next.text, before.text, current.text) };
      form.reset(merged);
      return merged;
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => saving.save({ ...values, name: oneLine(values.name).trim() }));
  return (
    <form
      noValidate
      className={styles.form}
      onChange={() => saving.keep(form.getValues())}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t({ message: 'Name', context: 'template' })}
        // A form that is restored must not scroll the page to itself.
        autoFocus={written === opened}
        error={errors.name?.message}
        {...form.register('name', {
          validate: requiredText(BEGINNING_LIMITS.templateNameMax, t`Give it a name.`),
        })}
      />
      <Field
        label={t`What the form begins with`}
        hint={t`Questions, headings, whatever helps. After an empty line there is room for an answer.`}
        error={errors.text?.message}
      >
        {({ className, ...wiring }) => (
          <textarea
            rows={8}
            dir="auto"
            className={`${className ?? ''} ${styles.text ?? ''}`}
            {...wiring}
            {...form.register('text', {
              validate: requiredText(BEGINNING_LIMITS.templateTextMax, t`Write a few words first.`),
            })}
          />
        )}
      </Field>
      <FormEnd
        problem={saving.error ? messageOf(saving.error) : undefined}
        isBusy={saving.isPending}
        onCancel={onDone}
      />
    </form>
  );
}

/** The text, with the lines at its end that another place has added since the form opened. */
function withNewLines(text: string, opened: string, current: string): string {
  const known = new Set([...text.split('\n'), ...opened.split('\n')]);
  return [text, ...current.split('\n').filter((line) => !known.has(line))].join('\n');
}
