import type { Place } from './database';
import type { HeldKey } from './keys';

/** Bytes of the nonce that AES-GCM needs (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12;

/** A record as it is on the disk. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** Whether it was bytes. Anything else is JSON. */
  isBytes?: true;
  /** Whether it was left while the journal was locked, for the private key of the lock: see `leaveLetter`. */
  isLetter?: true;
}

/** A record before it is sealed, and after. */
export interface Named {
  place: Place;
  name: string;
}

export const newNonce = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(NONCE_BYTES));

export async function seal(
  { userId, key }: HeldKey,
  { place, name }: Named,
  value: unknown,
): Promise<Sealed> {
  const nonce = newNonce();
  const isBytes = value instanceof Uint8Array;
  const bytes = isBytes ? new Uint8Array(value) : textBytes(JSON.stringify(value));
  const data = await crypto.subtle.encrypt(algorithm(nonce, userId, { place, name }), key, bytes);
  return { nonce, data, ...(isBytes && { isBytes }) };
}

/** Undefined for a record that another key sealed, which is as good as none. */
export async function unseal(
  { userId, key, letters }: HeldKey,
  { place, name }: Named,
  { nonce, data, isBytes, isLetter }: Sealed,
): Promise<unknown> {
  try {
    const bytes =
      isLetter && letters
        ? await crypto.subtle.decrypt(
            { name: 'RSA-OAEP', label: labelOf(userId, { place, name }) },
            letters,
            data,
          )
        : await crypto.subtle.decrypt(algorithm(nonce, userId, { place, name }), key, data);
    return isBytes ? new Uint8Array(bytes) : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Seals a few words for the private key of a lock.
 * @param value of less than 190 bytes as JSON, which is what RSA-OAEP has room for
 */
export async function sealLetter(
  userId: string,
  publicKey: CryptoKey,
  named: Named,
  value: unknown,
): Promise<Sealed> {
  const label = labelOf(userId, named);
  const data = await crypto.subtle.encrypt(
    { name: 'RSA-OAEP', label },
    publicKey,
    textBytes(JSON.stringify(value)),
  );
  return { nonce: newNonce(), data, isLetter: true };
}

/** Binds a record to its place, so that no record can stand for another. */
function algorithm(nonce: Uint8Array<ArrayBuffer>, userId: string, named: Named): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce, additionalData: labelOf(userId, named) };
}

const labelOf = (userId: string, { place, name }: Named) => textBytes(`${userId}/${place}/${name}`);

export const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
