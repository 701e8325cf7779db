/** Rounds to four decimals: more precise than charts can show, in few bytes. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
