import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** Names a key in a token's header: the SHA-256 of the public key (SPKI, DER), in base64url. */
export function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

/** Every public key of a text of PEM blocks, by its id. Throws when there is none. */
export function readPublicKeys(pem: string): Map<string, KeyObject> {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0) throw new Error('JWT_PUBLIC_KEYS_FILE holds no public key in PEM form');
  return new Map(blocks.map((block) => createPublicKey(block)).map((key) => [keyId(key), key]));
}
