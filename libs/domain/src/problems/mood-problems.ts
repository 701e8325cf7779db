import { defineMessages } from '@inner-weather/languages/messages';

/** Problems with moods of one's own. */
export const MOOD_PROBLEMS = defineMessages('problem', {
  own_mood_archived: 'archived must be true or false',
  own_mood_emoji: 'The face must be one emoji, or none.',
  own_mood_face: '{field} must be one of {values}',
  own_mood_former: 'formerNames must be a list of at most {max} names',
  own_mood_former_full: 'This mood has had too many names. Make a new one.',
  own_mood_hidden: 'hidden must be a list of moods of the picker, each of them once',
  own_mood_id: 'The id of a mood must be a UUID in lower case',
  own_mood_ids: 'ids must be a list of ids of your moods, each of them once',
  own_mood_name_empty: 'Give it a name.',
  own_mood_name_length: 'A name must have 1 to {max} characters',
  own_mood_name_text: 'name must be text',
  own_mood_preset: '“{name}” is one of the six moods. Choose another name.',
  own_mood_score: 'score must be a whole number from -2 to 2, or null for none',
  own_mood_taken: '“{name}” is the name of another of your moods. Choose another one.',
  own_mood_taken_before:
    'Your mood “{other}” was called “{name}” before, and has those entries. Choose another name.',
  own_moods_full: 'You can have at most {max} moods of your own at a time. Archive one that you do not use.',
  own_moods_full_in_all:
    'You can have at most {max} moods of your own, with those that are archived. Delete one.',
});
