/** Matches entries that contain only values that a script has set for a whole day, so nothing was written. */
export const SCRIPTED = {
  ...{ ofDay: true, checkIn: true, inputMood: '', measures: { $exists: true } },
  ...{ 'tagTokens.0': { $exists: false }, 'photos.0': { $exists: false } },
} as const;
