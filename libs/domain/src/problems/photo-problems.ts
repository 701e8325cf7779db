import { defineMessages } from '@inner-weather/languages/messages';

/** Problems with photos. */
export const PHOTO_PROBLEMS = defineMessages('problem', {
  no_such_photo: 'There is no such photo.',
  photo_damaged: 'This photo is damaged or incomplete.',
  photo_description_length: 'A description must have at most {max} characters',
  photo_description_text: 'description must be text',
  photo_gone: 'A photo of this entry does not exist any more. Remove it, or add it again.',
  photo_heic: 'Photos in the form HEIC cannot be read here. Send this one as JPEG.',
  photo_ids: 'ids must be 1 to {max} ids of photos, with commas between them',
  photo_not_image: 'This file is no photo that can be read here. JPEG, PNG, WebP, AVIF and GIF can.',
  photo_pixels: 'This photo has more than {max} megapixels. Make it smaller and try again.',
  photo_size: 'size must be large or small',
  photo_stopped:
    'Something in front of this journal stops photos of this size. Whoever runs the journal can allow larger requests there.',
  photo_store_away: 'Photos cannot be stored or read at the moment. Please try again.',
  photo_tiny: 'This picture is too small to be a photo: each side needs at least {min} pixels.',
  photo_too_hard: 'This photo takes too long to read. Save it as JPEG and try again.',
  photo_too_large: 'A photo may have at most {max} MB.',
  photo_type: 'Send the photo itself, with a Content-Type such as image/jpeg.',
  photo_unfinished: 'The photo did not arrive completely. Please send it again.',
  photos_busy: 'Many photos are arriving. Please try again in a moment.',
  photos_full:
    'There is no room for more photos: yours may take at most {max} MB here. Delete some that you can do without, or ask whoever runs this journal for more space.',
  photos_ids: 'photos must contain only ids of photos',
  photos_length: 'An entry can have at most {max} photos',
  photos_list: 'photos must be a list',
});
