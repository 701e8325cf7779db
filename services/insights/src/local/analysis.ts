import { defineMessages } from '@inner-weather/languages/messages';

/** Everything that the built-in analysis says. Names of people and places are given with their Markdown escaped. */
export const ANALYSIS = defineMessages('analysis', {
  greeting: 'Hello {name},',
  readOneEntry: 'Thank you for writing. I have read your entry of {day}.',
  readEntriesOfOneDay:
    'Thank you for writing. I have read your {entries, plural, =2 {two entries} =3 {three entries} =4 {four entries} =5 {five entries} =6 {six entries} =7 {seven entries} =8 {eight entries} =9 {nine entries} =10 {ten entries} one {# entry} other {# entries}} of {day}.',
  readEntriesOfDays:
    'Thank you for writing. I have read your {entries, plural, =2 {two entries} =3 {three entries} =4 {four entries} =5 {five entries} =6 {six entries} =7 {seven entries} =8 {eight entries} =9 {nine entries} =10 {ten entries} one {# entry} other {# entries}}, which you wrote on {days, plural, =2 {two days} =3 {three days} =4 {four days} =5 {five days} =6 {six days} =7 {seven days} =8 {eight days} =9 {nine days} =10 {ten days} one {# day} other {# days}}, {span}.',
  heavyWords:
    'Some of these words are heavier than anything that can be counted. I only count, so I will not pretend to have an answer. There are people who listen, day and night; you find them beside this letter.',

  /** `moods` is a list of `moodTimes`. */
  moods: 'You chose {moods}.',
  moodTimes:
    '**{mood}** {times, plural, =1 {once} =2 {twice} =3 {three times} =4 {four times} =5 {five times} =6 {six times} =7 {seven times} =8 {eight times} =9 {nine times} =10 {ten times} one {# time} other {# times}}',
  ownMoods:
    'You put your mood in words of your own {times, plural, =1 {once} =2 {twice} =3 {three times} =4 {four times} =5 {five times} =6 {six times} =7 {seven times} =8 {eight times} =9 {nine times} =10 {ten times} one {# time} other {# times}}.',
  noMoods: 'You left the mood open.',
  withoutMood:
    'You left the mood open for {entries, plural, =1 {one entry} =2 {two entries} =3 {three entries} =4 {four entries} =5 {five entries} =6 {six entries} =7 {seven entries} =8 {eight entries} =9 {nine entries} =10 {ten entries} one {# entry} other {# entries}}.',

  /** How the mean mood of the days is. */
  overall:
    'Taken together, these days were {brightness, select, veryBright {very bright} bright {bright} even {even} low {low} other {very low}}.',
  laterHalfBrighter: 'The later half of them was brighter than the earlier one.',
  laterHalfHeavier: 'The later half of them was heavier than the earlier one.',
  laterHalfSame: 'The later half of them was much like the earlier one.',
  soundWarm: 'Your words sound warm on the whole.',
  soundFriendly: 'Your words sound friendly on the whole.',
  soundBalanced: 'Your words hold light and heavy things in about equal parts.',
  soundHeavy: 'Your words sound heavy on the whole.',
  soundVeryHeavy: 'Your words sound very heavy on the whole.',
  soundsHeavier: 'They sound heavier than the moods you chose. Perhaps there is more to say.',
  soundsFriendlier: 'They sound friendlier than the moods you chose. Perhaps both are true.',
  oneDayIsTooFew: 'One day is too little to see a pattern in, so I will not guess at one.',
  twoDaysAreTooFew: 'Two days are too little to see a pattern in, so I will not guess at one.',

  /** `days` is a list of the following, such as `clear days and foggy days`. */
  skiesBrighter: 'Your {days} were brighter than the others.',
  skiesHeavier: 'Your {days} were heavier than the others.',
  clearDays: 'clear days',
  cloudyDays: 'cloudy days',
  foggyDays: 'foggy days',
  rainyDays: 'rainy days',
  snowyDays: 'snowy days',
  stormyDays: 'stormy days',
  /** `weekdays` is a list of the following, such as `Mondays and Sundays`. */
  weekdaysBrighter: 'Your {weekdays} were brighter than the others.',
  weekdaysHeavier: 'Your {weekdays} were heavier than the others.',
  weekdaysAlike: 'No weekday stood out from the others.',
  mondays: 'Mondays',
  tuesdays: 'Tuesdays',
  wednesdays: 'Wednesdays',
  thursdays: 'Thursdays',
  fridays: 'Fridays',
  saturdays: 'Saturdays',
  sundays: 'Sundays',
  /** `places` is a list of cities. */
  placesBrighter: 'Your days in {places} were brighter than the others.',
  placesHeavier: 'Your days in {places} were heavier than the others.',
  notACause: 'Going together does not mean that one caused the other.',
  skiesAlike: 'The weather made no difference that I could see.',
  tooFewToCompare:
    'There are too few days with the same weather yet to say how it goes together with your mood.',
  otherWeather:
    'On {days, plural, =1 {one day} =2 {two days} =3 {three days} =4 {four days} =5 {five days} =6 {six days} =7 {seven days} =8 {eight days} =9 {nine days} =10 {ten days} one {# day} other {# days}} the weather is in words whose kind I do not know, so I leave it out of the comparison.',
  /** After all that was compared. */
  nothingByChance: 'I name only what came back often enough to be more than a coincidence.',
  onePlace: 'You wrote all of this in {place}.',

  /** `side` is one of the next three, such as `Sleep under 6 hours`. */
  measureHeavier:
    'Since {since}, on days with {side}, {some, number} of {days, number} were heavier than even. Of the other days, {rest, number} of {others, number} were.',
  measureBrighter:
    'Since {since}, on days with {side}, {some, number} of {days, number} were brighter than even. Of the other days, {rest, number} of {others, number} were.',
  measureHeavierAfter:
    'Since {since}, on the day after {side}, {some, number} of {days, number} were heavier than even. After the other days, {rest, number} of {others, number} were.',
  measureBrighterAfter:
    'Since {since}, on the day after {side}, {some, number} of {days, number} were brighter than even. After the other days, {rest, number} of {others, number} were.',
  measureUnder: '{measure} under {value}',
  measureBefore: '{measure} before {value}',
  measureWithout: 'no {measure}',

  adviceTired: 'You were often tired. An evening without plans and a regular bedtime may be worth a try.',
  adviceAngry: 'When you are angry, it may help to write down exactly what upset you.',
  adviceSky:
    'Perhaps keep something small and kind ready for {sky, select, clear {clear days} cloudy {cloudy days} fog {foggy days} rain {rainy days} snow {snowy days} other {stormy days}}: a call, a favourite meal.',
  adviceWeekday:
    'Perhaps leave yourself some room on {weekday, select, monday {Mondays} tuesday {Tuesdays} wednesday {Wednesdays} thursday {Thursdays} friday {Fridays} saturday {Saturdays} other {Sundays}}.',
  adviceHardDays:
    'These were hard days. If it stays like this, please talk to somebody you trust or to a doctor. You do not have to carry it alone.',
  adviceLookingUp: 'It may be worth noting what has been different lately.',
  adviceWriteMore:
    'If you like, write two or three lines on most days. The more days there are, the more I can see.',
  closingHard: 'Be gentle with yourself. All weather passes, the inner one too.',
  closingOther: 'It is good that you write. Until the next entry.',
});
