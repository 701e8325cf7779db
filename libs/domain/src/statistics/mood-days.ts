/** The years that can be shown. No entry is earlier. */
export const YEARS = { min: 1900, max: 9999 } as const;

/** Groups with fewer days have no mean. */
export const GROUP_DAYS_MIN = 3;

/**
 * The significance level of differences: without any real difference, one chart in twenty names a group.
 */
export const CHANCE_MAX = 0.05;

/**
 * The length of a stratum in weeks. Days are compared only with days of the same stratum, so that a good summer does
 * not make its weather or its city look like the reason.
 */
export const STRATUM_WEEKS = 4;

/** How a group differs from the other days, if by more than chance. */
export const DIFFERENCES = ['brighter', 'heavier'] as const;

export type Difference = (typeof DIFFERENCES)[number];
