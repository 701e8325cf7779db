/** An answer that is JSON already: it crosses gateway and broker without another parse. */
export class RawReply {
  constructor(
    /** JSON in UTF-8. */
    readonly body: Buffer,
    /** What the caller needs beside the body, as text. */
    readonly meta: Record<string, string> = {},
  ) {}
}
