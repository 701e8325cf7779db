/** The address of the page of one entry. @param id the server's, or the first one of an entry that waits */
export const entryPath = (id: string): string => `/entries/${encodeURIComponent(id)}`;
