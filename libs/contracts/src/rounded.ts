/** To four decimals: more than anybody can see, and few bytes. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
