import { t } from '@lingui/core/macro';
import { distinctTags, tagKeyOf } from '@inner-weather/domain/entries/tags';
import { LIMITS } from '@inner-weather/domain/limits';
import { Button } from '../../../../components/forms/button';
import { useUser } from '../../../../lib/api/session';
import { isolate } from '../../../../lib/language/isolate';
import { useTags } from '../../api/list-tags';
import styles from './favourite-tags.module.css';
import { isTooLong } from './tags-field';

/** The most tags that are proposed at a time. */
const PROPOSED_MAX = 3;

interface ProposedTagsProps {
  content: string;
  /** The tags of the entry. */
  value: string[];
  onAdd: (tag: string) => void;
}

/** Proposes what the text calls `#friends` as a tag, which one tap adds. */
export function ProposedTags({ content, value, onAdd }: ProposedTagsProps) {
  const { data: usedTags = [] } = useTags(useUser()?.id ?? '');
  const keys = new Set(value.map(tagKeyOf));
  const proposed =
    keys.size < LIMITS.tagsMax ? hashtagsOf(content).filter((tag) => !keys.has(tagKeyOf(tag))) : [];
  if (proposed.length === 0) return null;
  return (
    <div role="group" aria-label={t`Tags in your words`} className={styles.favourites}>
      {proposed.slice(0, PROPOSED_MAX).map((tag) => {
        const spelled = usedTags.find((one) => tagKeyOf(one.tag) === tagKeyOf(tag))?.tag ?? tag;
        const name = isolate(spelled);
        return (
          <Button key={tagKeyOf(tag)} className={styles.favourite} onClick={() => onAdd(spelled)}>
            {t`Add the tag ${name}`}
          </Button>
        );
      })}
    </div>
  );
}

/** The words of a text that begin with #, each in its first spelling. A number is none. */
function hashtagsOf(content: string): string[] {
  const found = [...content.matchAll(/(?:^|\s)#(\p{L}[\p{L}\p{M}\p{N}_-]*)/gu)].map(([, tag]) => tag);
  return distinctTags(found).filter((tag) => typeof tag === 'string' && !isTooLong(tag)) as string[];
}
