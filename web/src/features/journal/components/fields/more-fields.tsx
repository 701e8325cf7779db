import { t } from '@lingui/core/macro';
import { useController, type UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../../components/forms/checkbox';
import { useWritesWithAi } from '../../../../lib/account/about';
import type { EntryValues } from '../../../../lib/entry/entry-values';
import { FavouriteTags } from './favourite-tags';
import { TagsField } from './tags-field';

/** The tags and the AI setting, which the form of a new entry and the editor share. */
export function MoreFields({ form }: { form: UseFormReturn<EntryValues> }) {
  const writesWithAi = useWritesWithAi();
  const tags = useController({ name: 'tags', control: form.control });
  return (
    <>
      <TagsField
        value={tags.field.value}
        onChange={tags.field.onChange}
        error={tags.fieldState.error?.message}
      />
      <FavouriteTags
        value={tags.field.value}
        onToggle={(tagsOf) => tags.field.onChange(tagsOf(tags.field.value))}
      />
      {(writesWithAi || form.formState.defaultValues?.neverSendToAi) && (
        <Checkbox label={t`Never send this entry to AI`} {...form.register('neverSendToAi')} />
      )}
    </>
  );
}
