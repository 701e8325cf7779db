/** The form of a photo's id. */
export const PHOTO_ID_PATTERN = /^[0-9a-f]{24}$/;

/** The sizes in which a photo is kept, by the most pixels of a side. */
export const PHOTO_SIDES = { large: 1_600, small: 320 } as const;

export type PhotoSize = keyof typeof PHOTO_SIDES;

export const PHOTO_SIZES = Object.keys(PHOTO_SIDES) as PhotoSize[];
