/** The sizes in which a photo is kept, by the most pixels of a side. */
export const PHOTO_SIDES = { large: 1_600, small: 320 } as const;
