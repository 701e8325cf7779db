import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '@inner-weather/domain/limits';

/** A tag and the number of its uses. */
export class TagDto {
  @ApiProperty({ description: 'As it was written last.' })
  tag: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'How many entries have it.' })
  entries: number;
}

/** GET /journal/tags. */
export class TagsDto {
  @ApiProperty({
    type: [TagDto],
    maxItems: LIMITS.tagsListMax,
    description: `The ${LIMITS.tagsListMax} tags that the person uses most, the most used first.`,
  })
  tags: TagDto[];
}
