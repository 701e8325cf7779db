/** An answer that is JSON already, so that neither the broker's client nor the gateway has to parse it. */
export class RawReply {
  constructor(
    /** JSON in UTF-8. */
    readonly body: Buffer,
    /** What the caller needs beside the body, as text. */
    readonly meta: Record<string, string> = {},
    /** Called when the bytes have left this process's memory: they were sent, or given up. */
    readonly onSent: () => void = () => undefined,
  ) {}
}
