/** The id of an entry's card in the page, which can have the focus. */
export const cardId = (entryId: string): string => `entry-${entryId}`;
