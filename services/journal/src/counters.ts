/* The names of the rate limit counters that are kept per person. An erasure deletes these counters. */

export const IMPORTS_COUNTER = 'imported-entries';
export const LOOK_UPS_COUNTER = 'look-ups';
