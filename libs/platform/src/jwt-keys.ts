import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** The id of a key in a token's header: the SHA-256 of the public key (SPKI, DER), in base64url. */
export function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

/**
 * Reads the public keys from PEM blocks, by key id. Of a certificate only the key is used. Throws if there is no key.
 */
export function readPublicKeys(pem: string): Map<string, KeyObject> {
  const blocks = pem.match(/-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \1-----/g) ?? [];
  if (blocks.length === 0)
    throw new Error('JWT_PUBLIC_KEYS_FILE holds no public key and no certificate in PEM form');
  return new Map(blocks.map((block) => createPublicKey(block)).map((key) => [keyId(key), key]));
}
