import { t } from '@lingui/core/macro';
import { BEGINNING_LIMITS, type Template } from '@inner-weather/domain/beginnings/beginnings';
import { oneLine } from '@inner-weather/domain/text/one-line';
import { useForm } from 'react-hook-form';
import { Field, TextField } from '../../../components/forms/field';
import { requiredText } from '../../../components/forms/text-rules';
import { FormEnd } from '../../../components/forms/form-end';
import { messageOf } from '../../../lib/api/api-error';
import styles from './beginnings.module.css';
import { useSaveItem } from './use-save-item';

interface TemplateFormProps {
  template: Template;
  onDone: () => void;
}

export function TemplateForm({ template, onDone }: TemplateFormProps) {
  const form = useForm<Template>({ defaultValues: template });
  const saving = useSaveItem('templates', template, {
    onSaved: onDone,
    onChangedElsewhere: ({ opened, current, next }) =>
      form.reset({ ...next, text: withNewLines(next.text, opened.text, current.text) }),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((written) =>
    saving.save({ ...written, name: oneLine(written.name).trim() }),
  );
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t({ message: 'Name', context: 'template' })}
        autoFocus
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
