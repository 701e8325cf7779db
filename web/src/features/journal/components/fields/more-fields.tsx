import { t } from '@lingui/core/macro';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../../components/forms/checkbox';
import { useWritesWithAi } from '../../../../lib/account/about';
import type { EntryValues } from '../../../../lib/entry/entry-values';
import { FavouriteTags } from './favourite-tags';
import { ProposedTags } from './proposed-tags';
import { isTooLong, TagsField } from './tags-field';

/** The tags and the AI setting, which the form of a new entry and the editor share. */
export function MoreFields({ form }: { form: UseFormReturn<EntryValues> }) {
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
  const content = useWatch({ control: form.control, name: 'content' });
  return (
    <>
      <TagsField value={tags} onChange={onChange} ref={ref} error={error?.message} />
      <ProposedTags content={content} value={tags} onAdd={(tag) => onChange([...tags, tag])} />
      <FavouriteTags value={tags} onToggle={(tagsOf) => onChange(tagsOf(tags))} />
      {(writesWithAi || form.formState.defaultValues?.neverSendToAi) && (
        <Checkbox label={t`Never send this entry to AI`} {...form.register('neverSendToAi')} />
      )}
    </>
  );
}
