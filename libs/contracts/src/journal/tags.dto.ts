import { LIMITS } from '@inner-weather/domain/limits';
import { Doc } from '../validation/documented.js';

/** A tag and the number of its uses. */
export class TagDto {
  @Doc('As it was written last.')
  tag: string;

  @Doc('How many entries have it.', { type: 'integer', minimum: 1 })
  entries: number;
}

/** GET /journal/tags. */
export class TagsDto {
  @Doc(`The ${LIMITS.tagsListMax} tags that the person uses most, the most used first.`, {
    type: [TagDto],
    maxItems: LIMITS.tagsListMax,
  })
  tags: TagDto[];
}
