import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { LIMITS } from '@inner-weather/domain/limits';
import { type Mood, MOODS } from '@inner-weather/domain/entries/moods';
import {
  FACE_COLOURS,
  FACE_EYES,
  FACE_MOUTHS,
  type FaceColour,
  MOOD_STEPS,
  type MoodStep,
  OWN_MOOD_LIMITS,
  type OwnFace,
} from '@inner-weather/domain/entries/own-moods';
import { MOOD_PROBLEMS } from '@inner-weather/domain/problems/mood-problems';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString, Matches } from 'class-validator';
import { COUNT, Doc, NULLABLE } from '../validation/documented.js';
import {
  HasNoRepeats,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  MayBeNull,
  NormaliseMood,
  OneLine,
  OneLineEach,
  says,
} from '../validation/validators.js';

const face = (field: string, values: readonly string[]) =>
  says(MOOD_PROBLEMS.own_mood_face, { field, values: values.join(', ') });

/** PUT /moods/{id}. */
export class OwnMoodFields {
  @Doc('Not one of the six in any language, and no name of another mood.', { example: 'Hopeful' })
  @NormaliseMood()
  @IsVisible(says(MOOD_PROBLEMS.own_mood_name_empty))
  @Length(1, LIMITS.moodMax, says(MOOD_PROBLEMS.own_mood_name_length, { max: LIMITS.moodMax }))
  @IsString(says(MOOD_PROBLEMS.own_mood_name_text))
  name: string;

  @Doc(
    'Names under which entries still have this mood. Absent: they stay. When the name is changed, the old one becomes one of them.',
  )
  @MayBeAbsent()
  @OneLineEach()
  @HasNoRepeats(says(MOOD_PROBLEMS.own_mood_former, { max: OWN_MOOD_LIMITS.formerNamesMax }))
  @Length(1, LIMITS.moodMax, {
    ...says(MOOD_PROBLEMS.own_mood_former, { max: OWN_MOOD_LIMITS.formerNamesMax }),
    each: true,
  })
  @IsString({ ...says(MOOD_PROBLEMS.own_mood_former, { max: OWN_MOOD_LIMITS.formerNamesMax }), each: true })
  @ArrayMaxSize(
    OWN_MOOD_LIMITS.formerNamesMax,
    says(MOOD_PROBLEMS.own_mood_former, { max: OWN_MOOD_LIMITS.formerNamesMax }),
  )
  @IsArray(says(MOOD_PROBLEMS.own_mood_former, { max: OWN_MOOD_LIMITS.formerNamesMax }))
  formerNames?: string[];

  @Doc('The colour of the face and of the mood in charts, where own moods have a pattern, too.')
  @IsIn(FACE_COLOURS, face('colour', FACE_COLOURS))
  colour: FaceColour;

  @Doc()
  @IsIn(FACE_EYES, face('eyes', FACE_EYES))
  eyes: OwnFace['eyes'];

  @Doc()
  @IsIn(FACE_MOUTHS, face('mouth', FACE_MOUTHS))
  mouth: OwnFace['mouth'];

  @Doc('Stands for eyes and mouth. Empty: none.', { example: '🌱' })
  @OneLine()
  @MaxLength(OWN_MOOD_LIMITS.emojiMax, says(MOOD_PROBLEMS.own_mood_emoji))
  @IsString(says(MOOD_PROBLEMS.own_mood_emoji))
  emoji: string;

  @Doc('How bright a day like that is, from -2 to 2. Null: it is counted, but left out of averages.', {
    type: 'integer',
    enum: [...MOOD_STEPS],
    required: true,
    ...NULLABLE,
  })
  @MayBeNull()
  @IsIn(MOOD_STEPS, says(MOOD_PROBLEMS.own_mood_score))
  score: MoodStep | null;

  @Doc('An archived mood is not offered any more. Its entries have it still.')
  @IsBoolean(says(MOOD_PROBLEMS.own_mood_archived))
  archived: boolean;
}

export class OwnMoodDto extends OwnMoodFields {
  @Doc({ format: 'uuid' })
  _id: string;

  @Doc('Names under which entries still have this mood.')
  declare formerNames: string[];
}

/** GET /moods. */
export class OwnMoodsDto {
  @Doc('In the order of the picker, after the six.', { type: [OwnMoodDto] })
  moods: OwnMoodDto[];

  @Doc('Those of the six that the picker does not offer. They count as ever.', {
    type: 'array',
    items: { type: 'string', enum: [...MOODS] },
  })
  hidden: Mood[];
}

/** How many entries have a mood. */
export class MoodUseDto {
  @Doc('The name of the mood, or words as they were written last.')
  mood: string;

  @Doc({ ...COUNT, minimum: 1 })
  entries: number;
}

/** GET /moods/uses. */
export class MoodUsesDto {
  @Doc('The six and one’s own moods that entries have, the most first.', { type: [MoodUseDto] })
  moods: MoodUseDto[];

  @Doc(`Moods in other words, the ${OWN_MOOD_LIMITS.wordsMax} that most entries have, the most first.`, {
    type: [MoodUseDto],
  })
  words: MoodUseDto[];
}

/** PUT /moods. */
export class ArrangeMoodsDto {
  @Doc(
    'The ids in their new order. Moods that are not named follow in their present order. Absent: it stays.',
  )
  @MayBeAbsent()
  @HasNoRepeats(says(MOOD_PROBLEMS.own_mood_ids))
  @Matches(OWN_ID_PATTERN, { ...says(MOOD_PROBLEMS.own_mood_ids), each: true })
  @ArrayMaxSize(OWN_MOOD_LIMITS.allMax, says(MOOD_PROBLEMS.own_mood_ids))
  @IsArray(says(MOOD_PROBLEMS.own_mood_ids))
  ids?: string[];

  @Doc('Those of the six that the picker does not offer. Absent: they stay.')
  @MayBeAbsent()
  @HasNoRepeats(says(MOOD_PROBLEMS.own_mood_hidden))
  @IsIn(MOODS, { ...says(MOOD_PROBLEMS.own_mood_hidden), each: true })
  @ArrayMaxSize(MOODS.length, says(MOOD_PROBLEMS.own_mood_hidden))
  @IsArray(says(MOOD_PROBLEMS.own_mood_hidden))
  hidden?: Mood[];
}
