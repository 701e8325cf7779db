import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key pair that signs tokens, made at the first start and kept.
 * @param {string} dataDir
 */
export function signingKeys(dataDir) {
  const folder = join(dataDir, 'keys');
  const privateKeyFile = join(folder, 'jwt-private.pem');
  const publicKeysFile = join(folder, 'jwt-public.pem');
  if (!existsSync(privateKeyFile) || !existsSync(publicKeysFile)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writeFileSync(privateKeyFile, privateKey, { mode: 0o600 });
    writeFileSync(publicKeysFile, publicKey, { mode: 0o644 });
  }
  return { privateKeyFile, publicKeysFile };
}
