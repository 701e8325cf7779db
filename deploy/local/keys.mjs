import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MASTER_KEYS = 'master.keys';

/** @param {string} folder */
function signingFiles(folder) {
  return {
    privateKeyFile: join(folder, 'jwt-private.pem'),
    publicKeysFile: join(folder, 'jwt-public.pem'),
  };
}

function newPair() {
  return generateKeyPairSync('rsa', {
    // As strong as 128 bits (NIST SP 800-57).
    modulusLength: 3072,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/**
 * Replaces the file atomically, since a service may be reading it.
 * @param {string} file
 * @param {string} content
 * @param {number} mode
 */
function replace(file, content, mode) {
  writeFileSync(`${file}.new`, content, { mode, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * The key pair that signs tokens. It is created on the first start.
 * @param {string} folder of the keys
 */
export function signingKeys(folder) {
  const { privateKeyFile, publicKeysFile } = signingFiles(folder);
  if (!existsSync(privateKeyFile) || !existsSync(publicKeysFile)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey, publicKey } = newPair();
    replace(privateKeyFile, privateKey, 0o600);
    replace(publicKeysFile, publicKey, 0o644);
  }
  return { privateKeyFile, publicKeysFile };
}

/**
 * Creates a new pair, which signs after the next start. The previous public key is kept, so that its tokens stay valid;
 * older keys are deleted. Returns the number of public keys.
 * @param {string} folder of the keys
 */
export function rotateSigningKeys(folder) {
  const { privateKeyFile, publicKeysFile } = signingKeys(folder);
  const { privateKey, publicKey } = newPair();
  const [before = ''] =
    /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\n?/.exec(readFileSync(publicKeysFile, 'utf8')) ??
    [];
  // Public keys first, so that every signed token can be verified.
  replace(publicKeysFile, publicKey + before, 0o644);
  replace(privateKeyFile, privateKey, 0o600);
  return before ? 2 : 1;
}

/**
 * The file of the key by which push services recognize this installation (VAPID). It is created on the first start.
 * Subscriptions of browsers are bound to it, so a new one would end them all.
 * @param {string} folder of the keys
 */
export function vapidKeyFile(folder) {
  const file = join(folder, 'vapid-private.pem');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    replace(file, privateKey, 0o600);
  }
  return file;
}

/**
 * The file of the master keys. The first start creates a key. Without it, entries cannot be decrypted.
 * @param {string} folder of the keys
 */
export function masterKeysFile(folder) {
  const file = join(folder, MASTER_KEYS);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    replace(file, newMasterKey(), 0o600);
  }
  return file;
}

/** A line for the file of master keys. The id is random, so that a lost key is never mistaken for another. */
export function newMasterKey() {
  return `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`;
}
