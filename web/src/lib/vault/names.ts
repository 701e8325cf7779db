/* How the names begin under which the vault keeps what stays when a session expires, as what waits does, or may stay. */

/** Drafts. */
export const DRAFTS = 'draft.';

/** Photos that are in no entry of the server yet. */
export const PHOTOS = 'photo.';

/** What another app has shared, until it is in the form of a new entry. */
export const SHARES = 'share.';

/** An import that goes on when its user logs in again: its state, its parts and the one that is on its way. */
export const IMPORT = { state: 'import', part: 'import-part ', sent: 'sent-import' };

/** What this device has sent, and the generation of the server that it knows, to compare after a restoration. */
export const SENT = 'sent.';
export const GENERATION = 'generation';

export const isLasting = (name: string): boolean =>
  [DRAFTS, PHOTOS, SHARES, ...Object.values(IMPORT)].some((prefix) => name.startsWith(prefix));
