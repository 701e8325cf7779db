/** The limits of all input. Lengths are in characters: an emoji of two code units counts as one. */
export const LIMITS = {
  contentMax: 20_000,
  locationMax: 100,
  nameMax: 100,
  timeZoneMax: 64,
  /** Characters of a mood in own words. */
  moodMax: 50,
  /** Tags of an entry, and characters of a tag. */
  tagsMax: 10,
  tagMax: 30,
  /** RFC 5321: a path of 256 octets, less its two angle brackets. */
  emailMax: 254,
  passwordMinSignup: 8,
  passwordMinLogin: 6,
  passwordMax: 128,
  /** The token of a link or an invitation. */
  tokenMax: 100,
  /** A code of a second factor: six digits or a recovery code, with the blanks and hyphens that people type. */
  codeMax: 50,
  /**
   * The number of recipients a person can consent to, and the length of a recipient's name, which is that of a host.
   */
  aiConsentMax: 10,
  recipientMax: 255,
  /** A weather text that the client sends along. */
  weatherMax: 200,
  /** Degrees Celsius: colder and hotter than any weather station has measured. */
  temperatureMin: -100,
  temperatureMax: 70,
  idempotencyKeyMax: 200,
  /** Tags of an If-Match that are looked at, and characters of one; ours are shorter. */
  ifMatchMax: 20,
  ifMatchTagMax: 60,
  /** Hours for which a repeated Idempotency-Key returns the result of the first request. */
  idempotencyHours: 24,
  searchPageMax: 500,
  /** Sessions on one page of the list of revoked ones, less than 100 bytes each. */
  revokedSessionsPage: 1_000,
  /** Bytes of entries in one answer: half of the broker's default message limit (16 MiB on RabbitMQ 4). */
  answerBytesMax: 8 * 1024 * 1024,
  /** Bytes of entries, as JSON, that one insight is based on: the newest of its range. */
  insightBytesMax: 8 * 1024 * 1024,
  /**
   * Searches up to this many entries may run in parallel for one person. Longer ones, and exports, run one at a time.
   */
  searchSmallMax: 100,
  /** Characters that one can search for, how many words and phrases they may be, and entries of one page. */
  findWordsMax: 200,
  findTermsMax: 20,
  findPageMax: 100,
  /** Entries that one request looks through, and milliseconds after which it ends. Its cursor says where to go on. */
  findEntriesMax: 20_000,
  findMs: 1_000,
  /** Days of one range of statistics: ten years, with their leap days. */
  statisticsDaysMax: 3_660,
  /** Places that one look-up of a city answers. */
  placesMax: 6,
  /** Cities that are listed in statistics. */
  statisticsCitiesMax: 12,
  /** Tags that are listed in statistics. */
  statisticsTagsMax: 12,
  /** Tags in a person's list of them: the ones that they use most. */
  tagsListMax: 200,
  /** A name that somebody gives to an insight. */
  insightTitleMax: 100,
  insightsPageMax: 100,
  insightsPageDefault: 20,
  /** Entries in one request of an import, and bytes of the file that the web page accepts. */
  importBatchMax: 100,
  importFileBytesMax: 200_000_000,
  /** Bytes of a request's body: the longest entry in four-byte characters, escaped, with room for its fields. */
  bodyBytesMax: 256 * 1024,
  /** Bytes of a body without free text: names, passwords, tokens. */
  smallBodyBytesMax: 4 * 1024,
  /** Nesting of a body, items of a list, fields of an object and values in total. Checked before all other rules. */
  bodyDepthMax: 16,
  bodyListMax: 200,
  bodyKeysMax: 100,
  bodyValuesMax: 5_000,
} as const;
