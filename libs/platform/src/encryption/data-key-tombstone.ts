/** The collection of data keys in the database of each service that has some. */
export const DATA_KEYS = 'datakeys';

/** Replaces a data key by a tombstone. */
export const tombstoneOf = (destroyedAt: Date) =>
  ({ $set: { destroyedAt }, $unset: { wrapped: 1, masterKey: 1, createdAt: 1 } }) as const;
