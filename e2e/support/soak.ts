/** `npm run soak`: suites repeat more often and take every combination. docs/faults.md names each of them. */
export const isSoak = process.env.SOAK === 'on';
