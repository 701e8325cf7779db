/* What sample entries are made of: sentences about the weather, about what was done, and about how it felt. */

/** @typedef {import('@inner-weather/domain/entries/moods').Mood} Mood @typedef {import('@inner-weather/domain/weather/skies').Sky} Sky */

/** @type {Record<Sky, readonly string[]>} */
export const OF_SKIES = {
  clear: [
    'Not a cloud all day.',
    'The light came in so low that the whole kitchen was gold.',
    'Warm stones, bare arms, the windows open until late.',
    'The sky was so blue that it looked painted.',
    'Sun on the balcony for breakfast.',
    'You could see all the way to the lighthouse.',
  ],
  cloudy: [
    'Grey, but a soft grey.',
    'Clouds in layers, like blankets somebody forgot to fold.',
    'The sky could not decide.',
    'A lid on the town, and everything a little quieter under it.',
    'No shadows anywhere today.',
  ],
  fog: [
    'Fog down to the first floor in the morning.',
    'The bridge ended in the middle, the rest was white.',
    'I heard the ships and saw none of them.',
    'The lamps stayed on until noon.',
  ],
  rain: [
    'Rain from the first cup of coffee to the last.',
    'My shoes are still drying under the radiator.',
    'The gutter has been singing all day.',
    'Wet umbrellas in the hall, five of them.',
    'The rain came sideways off the river.',
    'I counted the seconds between two gusts on the window.',
  ],
  snow: [
    'Snow, and all sounds came from inside a pillow.',
    'I left the first footprints on the stairs.',
    'Big slow flakes, the kind that make grown people stand still.',
  ],
  storm: [
    'Thunder at four, and the lights went out for a minute.',
    'The storm took two pots from the balcony.',
    'Everyone on the tram looked up at the same time when it struck.',
  ],
};

export const ON_WORKDAYS = [
  'Three meetings that could have been one letter.',
  'Finished the report that has been on my desk since last week.',
  'The new colleague asked good questions, and I noticed how much I know by now.',
  'Took the long way home along the river.',
  'The tram broke down, so I walked the last four stops.',
  'Lunch on the steps behind the office with Mara.',
  'Nothing worked before ten, everything after.',
  'I answered letters until my eyes swam.',
  'The printer and I are no longer on speaking terms.',
  'Tiago brought oranges from his parents for everybody.',
  'Choir in the evening; we finally got through the second page.',
  'Swam forty lengths, slowly.',
  'Called my sister on the way home, and stayed on the phone at the door for an hour.',
  'Cooked soup for three days.',
  'Repaired the chair, at last.',
  'Read on the sofa until the tea was cold.',
  'The dentist was kinder than I remembered.',
  'I said no to the extra shift.',
  'The presentation went better than the rehearsal.',
  'Watered the neighbours’ plants, and talked to them, too.',
  'Spent the evening sorting photographs into boxes.',
  'Went to bed at nine and do not regret it.',
  'We played cards at Ines’s until midnight.',
  'Bread from the new bakery: dark, heavy, good.',
];

export const ON_WEEKENDS = [
  'Market in the morning: figs, a bunch of mint, far too much cheese.',
  'Breakfast took until noon.',
  'Walked out to the lighthouse and back with Mara.',
  'Grandmother told the story of the boat again, with a new ending.',
  'We swam, although the water was cold.',
  'Slept without an alarm.',
  'Painted the shelf. There is paint on the cat.',
  'A long film, and a longer talk about it on the way home.',
  'Dug over the bed behind the house for the beans.',
  'Football in the park with the children of half the street.',
  'Flea market: one lamp, two books, no use for any of them.',
  'I did the windows, all of them, with music.',
  'Family lunch; everybody talked at the same time.',
  'Did nothing at all, and did it well.',
];

export const ON_JOURNEYS = [
  'Got lost twice in the old town and found the better café both times.',
  'The train was late, and the landscape did not mind.',
  'Wrote four postcards.',
  'My feet hurt from the museum.',
  'Everything here closes an hour before I expect it.',
  'Watched the ferries come and go from a bench.',
];

/** @type {Record<Mood, readonly string[]>} */
export const OF_MOODS = {
  'Very Happy': [
    'I could have hugged the whole tram.',
    'One of those days that I would like to keep in a jar.',
    'I laughed until I had to sit down.',
    'I am so glad to be here.',
    'Everything fell into its place, and I did not even push.',
    'I danced while washing up.',
  ],
  Happy: [
    'A good day, simply.',
    'I came home lighter than I had left.',
    'I notice that I was humming.',
    'It does not take much.',
    'I was patient, even with myself.',
    'Content, and pleasantly tired.',
    'I want more evenings like this.',
  ],
  Neutral: [
    'Neither here nor there.',
    'A day like a corridor.',
    'Nothing to complain of, nothing to tell.',
    'It went by, and I with it.',
    'I waited for something, but I do not know for what.',
    'Tomorrow will be busier.',
  ],
  Sad: [
    'I missed home without being away.',
    'I was close to tears over a song in a shop.',
    'I wanted to call somebody and did not know whom.',
    'Father’s chair was very empty today.',
    'It sat on my chest all afternoon.',
    'I did not feel like talking.',
  ],
  Angry: [
    'I am still cross, and I know it is about something else.',
    'I slammed a door. It did not help.',
    'How can somebody promise that and then forget it?',
    'I wrote the letter and did not send it, which is something.',
    'Everyone was in the way, myself included.',
  ],
  Tired: [
    'I could fall asleep over this line.',
    'Slept badly again, and it shows.',
    'My head is full of cotton wool.',
    'I yawned through the whole evening.',
    'Too much of everything this week.',
    'Early to bed, please.',
  ],
};

/** The last line of every sample entry. */
export const MARK = '(A sample entry, made by npm run demo.)';
