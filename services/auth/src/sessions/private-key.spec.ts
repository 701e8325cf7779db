import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthConfig } from '../config.js';
import { SettingsModule } from '../settings.module.js';
import { readPrivateKey } from './private-key.js';

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;

// ASVS 11.1.2, 11.2.1, 11.3.1, 11.3.2, 11.3.3, 11.4.2
describe('the file of the private key', () => {
  const good = rsa(2_048);
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const fileWith = (content: string | Buffer): string => {
    const file = join(folder, 'private-7431.pem');
    writeFileSync(file, content);
    return file;
  };

  it.each(['pkcs8', 'pkcs1'] as const)('may be an RSA key in %s', (type) => {
    const key = readPrivateKey(fileWith(good.privateKey.export({ type, format: 'pem' })));
    expect(key.equals(good.privateKey)).toBe(true);
  });

  it.each([
    ['is missing', () => join(folder, 'no-such-7431.pem'), 'can be read \\(ENOENT\\)'],
    ['is a folder', () => folder, 'can be read \\(EISDIR\\)'],
    ['is empty', () => fileWith(''), 'RSA key in PEM form'],
    ['is no PEM', () => fileWith('secret-7431'), 'RSA key in PEM form'],
    [
      'holds the public key',
      () => fileWith(good.publicKey.export({ type: 'spki', format: 'pem' })),
      'RSA key in PEM form',
    ],
    [
      'holds a key of another kind',
      () => fileWith(generateKeyPairSync('ed25519').privateKey.export(pkcs8)),
      'RSA key in PEM form',
    ],
    [
      'holds a key that needs a passphrase',
      () => fileWith(good.privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' })),
      'RSA key in PEM form',
    ],
    [
      'holds a key too short for RS256',
      () => fileWith(rsa(1_024).privateKey.export(pkcs8)),
      'of 2048 bits or more',
    ],
  ])('stops the boot, by the name of the variable alone, when it %s', (_what, file, words) => {
    const config = Object.assign(new AuthConfig(), { JWT_PRIVATE_KEY_FILE: file() });
    const boot = () => SettingsModule.forRoot(config);
    expect(boot).toThrow(new RegExp(`^JWT_PRIVATE_KEY_FILE must .*${words}$`));
    expect(boot).not.toThrow(/7431/);
  });
});
