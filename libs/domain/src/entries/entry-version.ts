/**
 * The ETag of an entry, in quotes. It is derived from `updatedAt`, so clients know the ETag of each entry of a list
 * without another request. Every change by the writer changes it. Weather that arrives later does not, so that it makes
 * no edit stale.
 */
export const entryTagOf = ({ updatedAt }: { updatedAt: string }): string =>
  `"${Date.parse(updatedAt).toString(36)}"`;
