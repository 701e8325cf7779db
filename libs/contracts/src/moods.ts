/** The six moods of the picker, in the order in which they are shown. An edited entry may hold other words. */
export const MOODS = ['Very Happy', 'Happy', 'Neutral', 'Sad', 'Angry', 'Tired'] as const;

export type Mood = (typeof MOODS)[number];
