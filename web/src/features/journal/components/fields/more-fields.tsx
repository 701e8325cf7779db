import { t } from '@lingui/core/macro';
import { lazy, Suspense, useImperativeHandle, useRef } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../../components/forms/choices/checkbox';
import { useWritesWithAi } from '../../../../lib/account/about';
import type { EntryValues } from '../../../../lib/entry/entry-values';
import { dateOf, dayOf, placedHere } from '../../../../lib/dates/dates';
import { useMeasures } from '../../../../lib/measures/measures';
import { withValue } from '../../../../lib/measures/with-value';
import { FavouriteTags } from './favourite-tags';
import { ProposedTags } from './proposed-tags';
import { isTooLong, TagsField } from './tags-field';

const AskedMeasures = lazy(() => import('../../../../components/measures/asked-measures'));

/** The first field whose text is no value. It says so itself, and the form does not have its text. */
const wrongIn = (rows: HTMLElement | null) => rows?.querySelector<HTMLElement>('[aria-invalid]');

interface MoreFieldsProps {
  form: UseFormReturn<EntryValues>;
  /** The number of saves. After each, the page decides again what it asks. */
  saves?: number;
}

/** What is measured, the tags and the AI setting, which the form of a new entry and the editor share. */
export function MoreFields({ form, saves }: MoreFieldsProps) {
  const writesWithAi = useWritesWithAi();
  const {
    field: { ref, value: tags, onChange },
    fieldState: { error },
  } = useController({
    name: 'tags',
    control: form.control,
    // The field itself says what is wrong.
    rules: { validate: (value) => !value.some(isTooLong) },
  });
  const rows = useRef<HTMLElement>(null);
  const { field: measures } = useController({
    name: 'measures',
    control: form.control,
    rules: { validate: () => !wrongIn(rows.current) },
  });
  useImperativeHandle(measures.ref, () => ({ focus: () => wrongIn(rows.current)?.focus() }), []);
  const hasMeasures = (useMeasures().data ?? []).length > 0;
  const [content, date] = useWatch({ control: form.control, name: ['content', 'date'] });
  return (
    <>
      {hasMeasures && (
        <Suspense>
          <AskedMeasures
            key={saves}
            ref={rows}
            day={Number.isNaN(Date.parse(date)) ? undefined : dayOf(dateOf(placedHere(date)))}
            values={measures.value}
            onChange={(id, value) => measures.onChange(withValue(measures.value, id, value))}
          />
        </Suspense>
      )}
      <TagsField value={tags} onChange={onChange} ref={ref} error={error?.message} />
      <ProposedTags content={content} value={tags} onAdd={(tag) => onChange([...tags, tag])} />
      <FavouriteTags value={tags} onToggle={(tagsOf) => onChange(tagsOf(tags))} />
      {(writesWithAi || form.formState.defaultValues?.neverSendToAi) && (
        <Checkbox label={t`Never send this entry to AI`} {...form.register('neverSendToAi')} />
      )}
    </>
  );
}
