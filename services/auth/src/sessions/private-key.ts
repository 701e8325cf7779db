import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** RFC 7518, section 3.3: RS256 needs a key of this many bits or more. */
const RSA_BITS_MIN = 2_048;

/**
 * Reads the key that signs tokens. Throws, so that the boot stops, when the file cannot be read or holds no RSA key
 * of 2,048 bits or more: an Error that names the variable, but neither its value nor the content of the file.
 */
export function readPrivateKey(file: string): KeyObject {
  const key = parse(read(file));
  if (key?.asymmetricKeyType !== 'rsa')
    throw new Error('JWT_PRIVATE_KEY_FILE must hold an RSA key in PEM form');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN) {
    throw new Error(`JWT_PRIVATE_KEY_FILE must hold an RSA key of ${RSA_BITS_MIN} bits or more`);
  }
  return key;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`JWT_PRIVATE_KEY_FILE must name a file that can be read (${code})`);
  }
}

function parse(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
