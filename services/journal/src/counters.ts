/* The counters of a person, by their names. An erasure forgets them. */

export const IMPORTS_COUNTER = 'imported-entries';
export const LOOK_UPS_COUNTER = 'look-ups';
