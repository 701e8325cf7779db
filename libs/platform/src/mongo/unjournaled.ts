/**
 * The options of a write that does not wait for the disk or other members. It may get lost when the database crashes or
 * changes its primary, so use it only for writes that are repeated in that case.
 */
export const UNJOURNALED = { writeConcern: { w: 1, journal: false } } as const;
