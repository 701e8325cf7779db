import { t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { tagKeyOf } from '@inner-weather/domain/entries/tags';
import { Button } from '../../../../components/forms/button';
import { useUser } from '../../../../lib/api/session';
import { locale } from '../../../../lib/language/language';
import { useTags } from '../../api/list-tags';
import styles from './favourite-tags.module.css';

/** The number of tags that are offered, the most used. */
const FAVOURITES_MAX = 8;

interface FavouriteTagsProps {
  /** The tags of the entry. */
  value: string[];
  /** @param tagsOf the new tags for those that the entry has by then */
  onToggle: (tagsOf: (tags: string[]) => string[]) => void;
}

/** The most used tags, one tap each. A second tap removes the tag again. */
export function FavouriteTags({ value, onToggle }: FavouriteTagsProps) {
  const { data: usedTags = [] } = useTags(useUser()?.id ?? '');
  const favourites = usedTags.slice(0, FAVOURITES_MAX).map(({ tag }) => tag);
  if (favourites.length === 0) return null;
  // By name, so that they keep their places when a tap changes how often they were used.
  favourites.sort((a, b) => a.localeCompare(b, locale()));
  return (
    <div role="group" aria-label={t`Favourite tags`} className={styles.favourites}>
      {favourites.map((tag) => (
        <Button
          key={tagKeyOf(tag)}
          className={styles.favourite}
          aria-pressed={has(value, tag)}
          disabled={value.length >= LIMITS.tagsMax && !has(value, tag)}
          onClick={() => onToggle((tags) => toggled(tags, tag))}
        >
          <bdi>{tag}</bdi>
        </Button>
      ))}
    </div>
  );
}

const has = (tags: string[], tag: string): boolean => tags.some((one) => tagKeyOf(one) === tagKeyOf(tag));

const toggled = (tags: string[], tag: string): string[] =>
  has(tags, tag) ? tags.filter((one) => tagKeyOf(one) !== tagKeyOf(tag)) : [...tags, tag];
