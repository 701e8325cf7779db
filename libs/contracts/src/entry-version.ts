/**
 * The ETag of an entry, in quotes. It follows from `updatedAt`, which every change by the writer moves on, so the tag of
 * each entry of a list is known without another request. Weather that arrives later leaves it: that makes no edit stale.
 */
export const entryTagOf = ({ updatedAt }: { updatedAt: string }): string =>
  `"${Date.parse(updatedAt).toString(36)}"`;
