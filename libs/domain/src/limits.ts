/** The limits of all input. Lengths are in characters, as `lengthOf` counts them. */
export const LIMITS = {
  contentMax: 20_000,
  locationMax: 100,
  nameMax: 100,
  timeZoneMax: 64,
  /** Characters of a custom mood. */
  moodMax: 50,
  /** Tags of an entry, and characters of a tag. */
  tagsMax: 10,
  tagMax: 30,
  /** RFC 5321: a path of 256 octets, minus its two angle brackets. */
  emailMax: 254,
  passwordMinSignup: 8,
  passwordMinLogin: 6,
  passwordMax: 128,
  /** The token of a link or an invitation. */
  tokenMax: 100,
  /** The code of a second factor: six digits or a recovery code, with the blanks and hyphens that users type. */
  codeMax: 50,
  /** Access tokens of one user that have not expired, characters of a token's name, and days after which a token expires at the latest. */
  accessTokensMax: 20,
  accessTokenNameMax: 100,
  accessTokenDaysMax: 3_650,
  /** Days for which an expired access token stays in the list. */
  accessTokenExpiredDays: 30,
  /**
   * The number of recipients that a user can consent to, and the length of a recipient's name, which is a host name.
   */
  aiConsentMax: 10,
  recipientMax: 255,
  /** A weather text that the client sends. */
  weatherMax: 200,
  /** Degrees Celsius, beyond the records of all weather stations. */
  temperatureMin: -100,
  temperatureMax: 70,
  idempotencyKeyMax: 200,
  /** ETags of an If-Match that are read, and characters of an ETag; ours are shorter. */
  ifMatchMax: 20,
  ifMatchTagMax: 60,
  /** Hours for which a repeated Idempotency-Key returns the result of the first request. */
  idempotencyHours: 24,
  searchPageMax: 500,
  /** Revoked sessions per page, less than 100 bytes each. */
  revokedSessionsPage: 1_000,
  /** Bytes of entries per response: half of the broker's default message limit (16 MiB on RabbitMQ 4). */
  answerBytesMax: 8 * 1024 * 1024,
  /** Bytes of entries, as JSON, that an insight is based on. The newest entries of the range are used. */
  insightBytesMax: 8 * 1024 * 1024,
  /**
   * Searches up to this many entries may run in parallel for one user. Longer searches, and exports, run one at a time.
   */
  searchSmallMax: 100,
  /** Characters, words and phrases of a search query, and entries per page. */
  findWordsMax: 200,
  findTermsMax: 20,
  findPageMax: 100,
  /** Entries that one request scans, and milliseconds after which it ends. The next request continues at its cursor. */
  findEntriesMax: 20_000,
  findMs: 1_000,
  /** Days in a range of statistics: ten years, including leap days. */
  statisticsDaysMax: 3_660,
  /** Places in the response to a city search. */
  placesMax: 6,
  /** Cities in statistics. */
  statisticsCitiesMax: 12,
  /** Tags in statistics. */
  statisticsTagsMax: 12,
  /** Tags in a user's list, which has the most used tags. */
  tagsListMax: 200,
  /** The title that a user gives to an insight. */
  insightTitleMax: 100,
  insightsPageMax: 100,
  insightsPageDefault: 20,
  /**
   * Photos of an entry, ids in one request for what is known of photos, and characters of a photo's description.
   */
  photosMax: 10,
  photoIdsMax: 100,
  photoDescriptionMax: 500,
  /** Bytes of a photo as it is sent, pixels of it, and pixels of its shorter side. */
  photoBytesMax: 25_000_000,
  photoPixelsMax: 64_000_000,
  photoSideMin: 8,
  /** Entries per import request. */
  importBatchMax: 100,
  /** Characters of the name of the app that an import comes from. */
  importSourceMax: 60,
  /**
   * Days in which an import can be undone, entries that one request to undo it deletes, and milliseconds after which it
   * ends. The next request deletes further ones.
   */
  importUndoDays: 30,
  importUndoBatch: 500,
  importUndoMs: 4_000,
  /** Past imports in the list of a user. */
  importsListMax: 100,
  /** Days after its last use for which a session lasts, and days after its start at which it ends in any case. */
  sessionDays: 30,
  sessionDaysMax: 365,
  /** Hours after midnight at which a day may end. */
  dayEndsAtMax: 4,
  /** Characters of a push subscription's endpoint, and devices of one person. */
  endpointMax: 1_000,
  reminderDevicesMax: 10,
  /** Accounts per page of an administrator's list. */
  accountsPage: 50,
  /** Dead letters in an administrator's list, and those that one request replays. */
  deadLettersPage: 50,
  replayBatch: 200,
  /** Bytes of a request body: the longest entry in four-byte characters, escaped, with room for its fields. */
  bodyBytesMax: 256 * 1024,
  /** Bytes of a body without free text: names, passwords, tokens. */
  smallBodyBytesMax: 4 * 1024,
  /** Nesting of a body, items of a list, fields of an object and values in total. Checked before all other rules. */
  bodyDepthMax: 16,
  bodyListMax: 200,
  bodyKeysMax: 100,
  bodyValuesMax: 5_000,
} as const;
