import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Each row is a day: three ways to begin. */
export const PROMPTS: readonly MessageDescriptor[] = [
  [
    msg`What did the light look like today?`,
    msg`Who crossed your mind?`,
    msg`What would you like to keep of today?`,
  ],
  [
    msg`What did you hear before you got up?`,
    msg`Whom did you make smile?`,
    msg`What took longer than you thought?`,
  ],
  [msg`Where did your feet take you?`, msg`What did someone say that stayed?`, msg`What did you put off?`],
  [
    msg`What did you eat, and with whom?`,
    msg`Whom would you have liked to call?`,
    msg`What was easier than feared?`,
  ],
  [msg`When did you rest?`, msg`Who was kind to you?`, msg`What did you change your mind about?`],
  [msg`What did the air smell of?`, msg`Whom did you listen to?`, msg`What was the smallest good thing?`],
  [msg`What did your hands do today?`, msg`Who asked how you were?`, msg`What would you do again tomorrow?`],
  [msg`How did you sleep?`, msg`Whose voice did you like to hear?`, msg`What did you finish?`],
  [msg`What was the sky doing at noon?`, msg`Whom did you miss?`, msg`What did you learn, however small?`],
  [
    msg`Where was it quiet?`,
    msg`What did you not say aloud?`,
    msg`What made the day different from yesterday?`,
  ],
  [msg`What colour was today?`, msg`Who knows how your day was?`, msg`What are you looking forward to?`],
  [msg`What did you see from the window?`, msg`Whom did you thank?`, msg`What can wait until tomorrow?`],
  [
    msg`When did you laugh?`,
    msg`What did you do for someone else?`,
    msg`What did you notice for the first time?`,
  ],
  [
    msg`What was in your pockets or your bag?`,
    msg`Who surprised you?`,
    msg`What did you make, mend or clean?`,
  ],
  [
    msg`What song went through your head?`,
    msg`Whom did you pass without a word?`,
    msg`What was worth the effort?`,
  ],
  [
    msg`Where in your body was the day?`,
    msg`With whom were you most yourself?`,
    msg`What was left undone, and is that all right?`,
  ],
  [
    msg`What was the warmest moment?`,
    msg`What would a friend say about today?`,
    msg`Which decision did you make?`,
  ],
  [
    msg`What did you walk past and like?`,
    msg`Who needed something from you?`,
    msg`What did you read or watch, and what stayed?`,
  ],
  [
    msg`What was the first thing you thought this morning?`,
    msg`Whom did you help?`,
    msg`What was not as you expected?`,
  ],
  [msg`What did the weather do to your plans?`, msg`Who made the day lighter?`, msg`What did you say no to?`],
  [
    msg`What tasted good?`,
    msg`Which conversation would you have again?`,
    msg`What was the bravest thing you did?`,
  ],
  [
    msg`Where were you when it got dark?`,
    msg`Who has been on your mind this week?`,
    msg`What are you waiting for?`,
  ],
  [
    msg`What did you wear, and did it suit the day?`,
    msg`Whom did you disagree with?`,
    msg`What did you manage without noticing?`,
  ],
  [
    msg`What made you stop for a moment?`,
    msg`Who taught you something?`,
    msg`If today had a title, what would it be?`,
  ],
  [
    msg`Which room did you like best today?`,
    msg`What did you hear about someone?`,
    msg`What was on your list, and what was not?`,
  ],
  [
    msg`What moved slowly today?`,
    msg`To whom would you show a picture of today?`,
    msg`What did you let go of?`,
  ],
  [
    msg`Which animal, plant or stone did you see?`,
    msg`What was said at the table?`,
    msg`What would you tell yourself of this morning?`,
  ],
  [msg`When were you outside?`, msg`Whom did you see again?`, msg`What is one thing that went well?`],
  [
    msg`What was loud, and what was soft?`,
    msg`Who waited for you, or for whom did you wait?`,
    msg`What did you try?`,
  ],
  [
    msg`How did the day begin, in three sentences?`,
    msg`What did a stranger do?`,
    msg`What would you like to remember in a year?`,
  ],
  [msg`What kept you busy?`, msg`From whom would you like to hear?`, msg`What did you find, lose or forget?`],
  [msg`How does the evening feel?`, msg`Who was near, even if far away?`, msg`What may tomorrow be like?`],
].flat();
