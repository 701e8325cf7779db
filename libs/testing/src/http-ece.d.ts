declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Decrypts the body of a push message (RFC 8188). Throws an Error if it was not encrypted for this key. */
  export function decrypt(
    body: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
