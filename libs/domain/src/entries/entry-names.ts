/**
 * The names of all fields of an entry, in the order of responses. Code that handles every field uses this list, such as
 * the CSV export. If a field of EntryFields is missing here, the code does not compile.
 */
export const ENTRY_NAMES = [
  '_id',
  'content',
  'inputMood',
  'location',
  'tags',
  'photos',
  'measures',
  'weatherData',
  'weatherStatus',
  'temperature',
  'neverSendToAi',
  'checkIn',
  'ofDay',
  'createdAt',
  'day',
  'updatedAt',
] as const;
