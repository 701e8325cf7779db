import { PHOTO_SIDES } from '@inner-weather/domain/photos/photo-sides';

/** The form of a photo's id. */
export const PHOTO_ID_PATTERN = /^[0-9a-f]{24}$/;

export type PhotoSize = keyof typeof PHOTO_SIDES;

export const PHOTO_SIZES = Object.keys(PHOTO_SIDES) as PhotoSize[];
