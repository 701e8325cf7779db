import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} dataDir */
function filesOf(dataDir) {
  const folder = join(dataDir, 'keys');
  return {
    folder,
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
 * Whole or not at all: a service may be reading it.
 * @param {string} file
 * @param {string} content
 * @param {number} mode
 */
function replace(file, content, mode) {
  writeFileSync(`${file}.new`, content, { mode });
  renameSync(`${file}.new`, file);
}

/**
 * The key pair that signs tokens, made at the first start and kept.
 * @param {string} dataDir
 */
export function signingKeys(dataDir) {
  const { folder, privateKeyFile, publicKeysFile } = filesOf(dataDir);
  if (!existsSync(privateKeyFile) || !existsSync(publicKeysFile)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey, publicKey } = newPair();
    replace(privateKeyFile, privateKey, 0o600);
    replace(publicKeysFile, publicKey, 0o644);
  }
  return { privateKeyFile, publicKeysFile };
}

/**
 * A new pair, which signs from the next start on. The public key before it is kept beside it, so that tokens that are
 * out stay good; older ones go. Answers how many public keys there are now.
 * @param {string} dataDir
 */
export function rotateSigningKeys(dataDir) {
  const { privateKeyFile, publicKeysFile } = signingKeys(dataDir);
  const { privateKey, publicKey } = newPair();
  const [before = ''] =
    /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\n?/.exec(readFileSync(publicKeysFile, 'utf8')) ??
    [];
  // First what verifies, then what signs: no token is ever signed by a key that nobody knows.
  replace(publicKeysFile, publicKey + before, 0o644);
  replace(privateKeyFile, privateKey, 0o600);
  return before ? 2 : 1;
}

/**
 * The file of master keys, with a key made at the first start and kept: without it nobody can read the entries.
 * @param {string} dataDir
 */
export function masterKeysFile(dataDir) {
  const folder = join(dataDir, 'keys');
  const file = join(folder, 'master.keys');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, newMasterKey(), { mode: 0o600 });
  }
  return file;
}

/** A line for the file of master keys. Its id is random, so that a lost key is never taken for its successor. */
export function newMasterKey() {
  return `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`;
}
