// Written by `npm run demo:figures` from the sample entries of the demo account.

export const YEAR = 2025;

/** One character per day from 1 January: the index of its mood in MOODS, or a dot for a day without an entry. */
export const DAYS =
  '4354453.3.......51523.2211353240044.4.1342555.5513552423330.131101232215.21.2.241521012241302..1253511522.......010301.1.00030.13.051121111351223230.3.23022211152.10.4020101521120121111.5.221213400111.212...23421012.0400..2.11......1211252511150121505352110.131.2143113121211.0111312245.231254554123323112......0155221233252221544012453433515421252324352.335255354.';

/** The mean mood, from -2 to 2, of the days of each kind of weather, and their number. Sorted by mood, best first. */
export const SKIES = [
  { sky: 'clear', mean: 0.69, days: 117 },
  { sky: 'cloudy', mean: -0.25, days: 63 },
  { sky: 'storm', mean: -0.75, days: 4 },
  { sky: 'rain', mean: -0.81, days: 114 },
  { sky: 'fog', mean: -1.17, days: 6 },
] as const;
