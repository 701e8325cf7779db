/** The limits of all input. Lengths are in characters, as `lengthOf` counts them. */
export const LIMITS = {
  /** characters of an entry's text */
  contentMax: 20_000,
  /** characters of a city, at least 1 */
  locationMax: 100,
  /** characters of a user's name, at least 1 */
  nameMax: 100,
  /** characters of a time zone, which the server must know */
  timeZoneMax: 64,
  /** characters of a custom mood */
  moodMax: 50,
  /** tags of an entry, and characters of a tag */
  tagsMax: 10,
  tagMax: 30,
  /** characters of an email: a path of 256 octets (RFC 5321) without its angle brackets */
  emailMax: 254,
  /** characters of a new password, of one at login, and of any */
  passwordMinSignup: 8,
  passwordMinLogin: 6,
  passwordMax: 128,
  /** characters of the token in a link or an invitation */
  tokenMax: 100,
  /** characters of a second-factor code: six digits or a recovery code, with blanks and hyphens */
  codeMax: 50,
  /** valid access tokens of one user, characters of a token's name, days until it expires at the latest */
  accessTokensMax: 20,
  accessTokenNameMax: 100,
  accessTokenDaysMax: 3_650,
  /** days for which an expired access token stays in the list */
  accessTokenExpiredDays: 30,
  /** passkeys of one user, and characters of a passkey's name */
  passkeysMax: 10,
  passkeyNameMax: 100,
  /** characters of a passkey's credential ID, and of another part of what its authenticator answers */
  passkeyIdMax: 1_400,
  passkeyAnswerMax: 3_000,
  /** minutes for which the challenge for a passkey works, once */
  passkeyChallengeMinutes: 10,
  /** model servers that a user can consent to, and characters of a server's host name */
  aiConsentMax: 10,
  recipientMax: 255,
  /** characters of a weather text that the client sends */
  weatherMax: 200,
  /** °C, beyond the records of all weather stations */
  temperatureMin: -100,
  temperatureMax: 70,
  /** visible ASCII characters of an Idempotency-Key */
  idempotencyKeyMax: 200,
  /** ETags of an If-Match that are read, and characters of an ETag */
  ifMatchMax: 20,
  ifMatchTagMax: 60,
  /** hours for which a repeated Idempotency-Key returns the result of the first request */
  idempotencyHours: 24,
  /** entries per page of a search */
  searchPageMax: 500,
  /** revoked sessions per page, less than 100 bytes each */
  revokedSessionsPage: 1_000,
  /** bytes of entries per answer, at least one entry: half of RabbitMQ 4's default message limit */
  answerBytesMax: 8 * 1024 * 1024,
  /** bytes of entries, as JSON, that an insight is based on: the newest of the range */
  insightBytesMax: 8 * 1024 * 1024,
  /** entries up to which searches of one user may run in parallel */
  searchSmallMax: 100,
  /** characters, words and phrases of a search, and entries per page */
  findWordsMax: 200,
  findTermsMax: 20,
  findPageMax: 100,
  /** entries that one request scans for words, or milliseconds; then the answer has a cursor */
  findEntriesMax: 20_000,
  findMs: 1_000,
  /** days in a range of statistics: ten years, including leap days */
  statisticsDaysMax: 3_660,
  /** places in the answer to a city look-up */
  placesMax: 6,
  /** cities and tags in statistics: those with the most days */
  statisticsCitiesMax: 12,
  statisticsTagsMax: 12,
  /** things that go together with a measure beyond chance, in one answer */
  togetherMax: 100,
  /** tags in a user's list: the most used */
  tagsListMax: 200,
  /** characters of the title that a user gives to an insight */
  insightTitleMax: 100,
  /** insights per page, and without `limit` */
  insightsPageMax: 100,
  insightsPageDefault: 20,
  /** photos of an entry */
  photosMax: 10,
  /** photos that one request asks for what is known of them */
  photoIdsMax: 100,
  /** characters of a photo's description */
  photoDescriptionMax: 500,
  /** bytes of a photo as it is sent, its pixels, and the pixels of its shorter side; 20 seconds and 500 MiB to decode */
  photoBytesMax: 25_000_000,
  photoPixelsMax: 64_000_000,
  photoSideMin: 8,
  /** entries per import request, which counts as one change */
  importBatchMax: 100,
  /** characters of the name of the app that an import comes from */
  importSourceMax: 60,
  /** days in which an import can be undone; entries that one request deletes, or milliseconds */
  importUndoDays: 30,
  importUndoBatch: 500,
  importUndoMs: 4_000,
  /** newest imports in the list of a user */
  importsListMax: 100,
  /** days after its last use, and after the login, at which a session ends */
  sessionDays: 30,
  sessionDaysMax: 365,
  /** hours after midnight at which a day may end */
  dayEndsAtMax: 4,
  /** characters of a push subscription's endpoint, and devices of one user */
  endpointMax: 1_000,
  reminderDevicesMax: 10,
  /** accounts per page of an administrator's list */
  accountsPage: 50,
  /** oldest dead letters in an administrator's list, and in one replay */
  deadLettersPage: 50,
  replayBatch: 200,
  /** bytes of a body with an entry: the longest one in four-byte characters, escaped, with room for its fields */
  bodyBytesMax: 256 * 1024,
  /** bytes of another body: names, passwords, tokens */
  smallBodyBytesMax: 4 * 1024,
  /** nesting of a body, items of a list, fields of an object, values in total; checked before all other rules */
  bodyDepthMax: 16,
  bodyListMax: 200,
  bodyKeysMax: 100,
  bodyValuesMax: 5_000,
} as const;
