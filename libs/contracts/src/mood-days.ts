/** The years that can be shown: an entry cannot be earlier. */
export const YEARS = { min: 1900, max: 9999 } as const;

/** The number of days from which a group of days has a mean. Fewer say nothing about it. */
export const GROUP_DAYS_MIN = 3;

/**
 * How much of a group's difference may be chance for it to be named: with no difference at all, one chart in twenty
 * names one.
 */
export const CHANCE_MAX = 0.05;

/**
 * The weeks of a stratum: days are compared only with days of the same four weeks, so that a good summer does not make
 * its weather, or the city in which it was spent, look like the reason.
 */
export const STRATUM_WEEKS = 4;

/** How the days of a group differ from the others, by more than chance. */
export const DIFFERENCES = ['brighter', 'heavier'] as const;

export type Difference = (typeof DIFFERENCES)[number];
