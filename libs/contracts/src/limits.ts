/** The bounds of everything that people type or ask for. Lengths are in characters: an emoji of two code units is one. */
export const LIMITS = {
  contentMax: 20_000,
  locationMax: 100,
  nameMax: 100,
  /** On an edit, where a mood is free text. */
  moodMax: 50,
  /** RFC 5321: a path of 256 octets, less its two angle brackets. */
  emailMax: 254,
  passwordMinSignup: 8,
  passwordMinLogin: 6,
  passwordMax: 128,
  /** The token of a link or an invitation. */
  tokenMax: 100,
  /** A code of a second factor: six digits or a recovery code, with the blanks and hyphens that people type. */
  codeMax: 50,
  /** Recipients that one person agrees to at the same time, and the length of a recipient's name: that of a host. */
  aiConsentMax: 10,
  recipientMax: 255,
  /** A weather text that the client sends along. */
  weatherMax: 200,
  idempotencyKeyMax: 200,
  /** Hours for which a repeated Idempotency-Key answers with what it made the first time. */
  idempotencyHours: 24,
  searchPageMax: 500,
  insightsPageMax: 100,
  insightsPageDefault: 20,
  /** Entries in one request of an import, and bytes of the file that the page takes them from. */
  importBatchMax: 100,
  importFileBytesMax: 200_000_000,
  /** Bytes of a request's body: the longest entry in four-byte characters, escaped, with room for its fields. */
  bodyBytesMax: 256 * 1024,
} as const;
