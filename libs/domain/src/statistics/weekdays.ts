/** The names of groups by weekday: ISO 8601 numbers, from 1 (Monday) to 7 (Sunday). */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** 1970-01-01 was a Thursday, the fourth day of its week. */
const MONDAY_SHIFT = 3;

/** @param day days since 1970-01-01; negative before */
export const weekdayOf = (day: number): Weekday => WEEKDAYS[(((day + MONDAY_SHIFT) % 7) + 7) % 7] ?? '1';
