/**
 * What tells the queries of one root apart. A root is written once, so no query lies under those of another, and a change
 * to all queries of a root meets data of one kind only.
 */
interface Roots {
  about: [];
  accessTokens: [];
  admin: [part: 'state'] | [part: 'accounts'] | [part: 'deadLetters', queue: string];
  aiConsent: [userId: string | undefined];
  beginnings: [userId: string];
  /** The city of the journal that is near a place. */
  cityNear: [userId: string, where: { latitude: number; longitude: number } | undefined];
  currentWeather: [place: string | undefined];
  /** Entries of a day, which only lib/entries reads and writes, like those of the next three. */
  dayEntries: [userId: string, day: string];
  /** Entries of this day in earlier years. */
  earlierEntries: [userId: string, days: string[]];
  /** One entry, as a list of it or of none. */
  entry: [userId: string, id: string];
  entryCount: [scope: ListScope];
  entryLists: [scope: ListScope];
  days: [userId: string, year: number];
  emailProof: [];
  firstDay: [userId: string];
  helpLines: [];
  imports: [];
  insight: [id: string | undefined];
  insights: [part: 'all' | 'newLetter'];
  invitations: [];
  measured: [userId: string, range: { from: string; to: string }];
  measures: [userId: string];
  moodUses: [userId: string];
  /** The entries before and after one, by its id and its moment. */
  neighbours: [userId: string, id: string, createdAt: string];
  openSessions: [];
  ownMoods: [userId: string];
  passkeys: [];
  /** What is known of a photo, such as its description. */
  photo: [userId: string, id: string];
  /** The picture of a photo that this device keeps. */
  photoHere: [userId: string, name: string];
  photoStorage: [];
  pendingIdentity: [id: string];
  places: [match: 'beginning' | 'whole', city: string];
  profile: [userId: string | undefined];
  registration: [];
  reminders: [];
  secondFactor: [];
  session: [];
  signInMethods: [];
  statistics: [userId: string, range: { from: string; to: string } | undefined];
  storage: [];
  tags: [userId: string];
  together: [userId: string, range: { from: string; to: string } | undefined];
}

/** The range and filters of a list, as lib/entries has them. */
interface ListScope {
  userReference: string;
  startDate: string;
  endDate: string;
  filters?: object;
}

export type Root = keyof Roots;

/** The key of one query. */
export const queryKey = <R extends Root>(root: R, ...parts: Roots[R]) => [root, ...parts] as const;

/** The beginning of the keys of all queries of a root, or of some of them. */
export const queryKeysOf = <R extends Root>(root: R, ...parts: Partial<Roots[R]>) =>
  [root, ...parts] as const;
