import { newNonce, textBytes } from './sealing';

/*
 * How a lock wraps the key of what this device keeps: by the PIN, by the device's own check, and by a key that the server
 * gives to whoever is signed in. docs/decisions/0029-lock-on-this-device.md says why.
 */

/** Digits of a PIN. */
export const PIN_DIGITS = 6;
/** Rounds of PBKDF2 with SHA-256, some tenths of a second on a phone. OWASP asks for 600,000. */
const ROUNDS = 1_000_000;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Some bytes under a key, sealed with AES-GCM. */
export interface Wrapped {
  nonce: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

export interface PinWrap extends Wrapped {
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
}

/** By the output of the PRF extension of WebAuthn (https://www.w3.org/TR/webauthn-3/#prf-extension). */
export interface DeviceWrap extends Wrapped {
  credentialId: ArrayBuffer;
  /** What the PRF is evaluated at. */
  salt: Uint8Array<ArrayBuffer>;
}

/** A lock as it is on the disk. */
export interface Lock {
  /** Undefined once the PIN was wrong too often, or its owner has forgotten it: then only the server's key opens it. */
  pin?: PinWrap;
  device?: DeviceWrap;
  server: Wrapped;
  /** Seals what is left while the journal is locked, and what opens that. */
  letters: { publicKey: CryptoKey; privateKey: Wrapped };
  /** Wrong PINs in a row, each counted before it was tried. */
  failures: number;
  /** When the last one was tried, in milliseconds since 1970. */
  failedAt: number;
  /** Milliseconds out of sight after which the page locks. */
  awayMs: number;
}

/** The key itself. It is in memory only while a lock is set or opened. */
export type RawKey = Uint8Array<ArrayBuffer>;

export const newRawKey = (): RawKey => crypto.getRandomValues(new Uint8Array(KEY_BYTES));

export const sealingKeyOf = (raw: RawKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

export async function wrapByPin(userId: string, raw: RawKey, pin: string): Promise<PinWrap> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await keyOfPin(pin, salt, ROUNDS);
  return { salt, rounds: ROUNDS, ...(await wrap(key, raw, labelOf(userId, 'pin'))) };
}

/** Undefined if the PIN is wrong. */
export async function unwrapByPin(
  userId: string,
  wrapped: PinWrap,
  pin: string,
): Promise<RawKey | undefined> {
  const key = await keyOfPin(pin, wrapped.salt, wrapped.rounds);
  return unwrap(key, wrapped, labelOf(userId, 'pin'));
}

/** @param secret of an authenticator or of the server, with as many bits as the key */
export async function wrapBySecret(
  userId: string,
  raw: RawKey,
  secret: BufferSource,
  use: 'device' | 'server',
): Promise<Wrapped> {
  return wrap(await keyOfSecret(secret, use), raw, labelOf(userId, use));
}

/** Undefined if it is another secret. */
export async function unwrapBySecret(
  userId: string,
  wrapped: Wrapped,
  secret: BufferSource,
  use: 'device' | 'server',
): Promise<RawKey | undefined> {
  return unwrap(await keyOfSecret(secret, use), wrapped, labelOf(userId, use));
}

const LETTERS = { name: 'RSA-OAEP', hash: 'SHA-256' };

export async function newLetters(userId: string, key: CryptoKey): Promise<Lock['letters']> {
  const algorithm = { ...LETTERS, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['encrypt', 'decrypt']);
  const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  return { publicKey, privateKey: await wrap(key, bytes, labelOf(userId, 'letters')) };
}

/** Undefined if another key sealed them. */
export async function openLetters(
  userId: string,
  { privateKey }: Lock['letters'],
  key: CryptoKey,
): Promise<CryptoKey | undefined> {
  const bytes = await unwrap(key, privateKey, labelOf(userId, 'letters'));
  return bytes && crypto.subtle.importKey('pkcs8', bytes, LETTERS, false, ['decrypt']);
}

async function keyOfPin(pin: string, salt: BufferSource, iterations: number): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', textBytes(pin), 'PBKDF2', false, ['deriveKey']);
  return derive({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, base);
}

async function keyOfSecret(secret: BufferSource, use: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return derive(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: textBytes(`lock/${use}`) },
    base,
  );
}

const derive = (algorithm: Pbkdf2Params | HkdfParams, base: CryptoKey): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(algorithm, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

async function wrap(key: CryptoKey, bytes: RawKey, label: Uint8Array<ArrayBuffer>): Promise<Wrapped> {
  const nonce = newNonce();
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: label };
  return { nonce, data: await crypto.subtle.encrypt(algorithm, key, bytes) };
}

async function unwrap(
  key: CryptoKey,
  { nonce, data }: Wrapped,
  label: Uint8Array<ArrayBuffer>,
): Promise<RawKey | undefined> {
  try {
    const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: label };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, data));
  } catch {
    return undefined;
  }
}

const labelOf = (userId: string, use: string) => textBytes(`${userId}/lock/${use}`);
