/* How the names begin under which the vault keeps what stays when a session expires, as what waits does. */

/** Drafts. */
export const DRAFTS = 'draft.';

/** Photos that are in no entry of the server yet. */
export const PHOTOS = 'photo.';

export const isLasting = (name: string): boolean => name.startsWith(DRAFTS) || name.startsWith(PHOTOS);
