/** A reply that is already JSON, so that neither the RPC client nor the gateway has to parse it. */
export class RawReply {
  constructor(
    /** JSON in UTF-8. */
    readonly body: Buffer,
    /** Values that the caller needs in addition to the body. */
    readonly meta: Record<string, string> = {},
    /** Called when the bytes have left the memory of the process, sent or not. */
    readonly onSent: () => void = () => undefined,
  ) {}
}
