import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { AUTHOR_URL } from '@inner-weather/domain/author';

/** The key by which push services recognize this installation (RFC 8292), both halves in base64url. */
export interface VapidKeys {
  privateKey: string;
  publicKey: string;
}

/** Reads a P-256 private key in PEM. Throws an Error that names the variable. */
export function readVapidKeys(file: string): VapidKeys {
  try {
    const key = createPrivateKey(readFileSync(file, 'utf8'));
    const { crv, d } = key.export({ format: 'jwk' });
    const { x, y } = createPublicKey(key).export({ format: 'jwk' });
    if (crv !== 'P-256' || !d || !x || !y) throw new Error('it is no P-256 key');
    const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return { privateKey: d, publicKey: Buffer.concat(point).toString('base64url') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`Configuration: VAPID_PRIVATE_KEY_FILE cannot be used (${code ?? message})`);
  }
}

/** Whether this is a point of the curve, as a browser's public key has to be. */
export function isP256Point(base64url: string): boolean {
  const bytes = Buffer.from(base64url, 'base64url');
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'));
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return bytes.length === 65 && bytes[0] === 4;
  } catch {
    return false;
  }
}

/** Names that exist only in a private network: RFC 2606, 6761, 6762, 8375, ICANN's `internal`, and what routers use. */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|lan|home|internal|intranet|corp|private|home\.arpa|test|invalid|onion)$/;

/**
 * Whom a push service can write to: the `sub` of a token (RFC 8292 section 2.1). The public address if it is https under a
 * public name, otherwise ours: Apple refuses a token whose contact has a private name with `BadJwtToken`
 * (https://github.com/web-push-libs/web-push/issues/947).
 */
export function contactOf(publicUrl = ''): string {
  if (!URL.canParse(publicUrl)) return AUTHOR_URL;
  const { protocol, hostname } = new URL(publicUrl);
  const name = hostname.replace(/\.$/, '');
  const isName = isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.includes('.');
  return protocol === 'https:' && isName && !PRIVATE_NAMES.test(name) ? publicUrl : AUTHOR_URL;
}
