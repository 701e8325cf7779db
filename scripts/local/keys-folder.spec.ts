import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysFolder, settleKeys } from '../../deploy/local/keys-folder.mjs';
import { masterKeysFile, signingKeys } from '../../deploy/local/keys.mjs';

describe('where npm start keeps its keys', () => {
  let place: string;
  let dataDir: string;
  let beside: string;
  let said: string[];

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
    dataDir = join(place, 'data');
    beside = join(place, 'data-keys');
    mkdirSync(dataDir);
    said = [];
  });

  afterEach(() => rmSync(place, { recursive: true }));

  const settle = (env = {}) => settleKeys(dataDir, (line) => said.push(line), env);
  const keyIn = (folder: string) => readFileSync(join(folder, 'master.keys'), 'utf8');

  /** As an earlier version left them: in the data folder. */
  function oldKeys(): { master: string; signing: string } {
    const folder = join(dataDir, 'keys');
    const signing = readFileSync(signingKeys(folder).privateKeyFile, 'utf8');
    return { master: readFileSync(masterKeysFile(folder), 'utf8'), signing };
  }

  it('is beside the data folder, so that a copy of it opens nothing', () => {
    expect(settle()).toBe(beside);
    masterKeysFile(beside);
    expect(keysFolder(dataDir, {})).toBe(beside);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(said).toEqual([]);
  });

  it('takes along the keys of an earlier version, once, and says so', () => {
    const { master, signing } = oldKeys();
    expect(keysFolder(dataDir, {})).toBe(join(dataDir, 'keys'));
    expect([settle(), settle()]).toEqual([beside, beside]);
    expect(keyIn(beside)).toBe(master);
    expect(readFileSync(join(beside, 'jwt-private.pem'), 'utf8')).toBe(signing);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(said).toHaveLength(1);
  });

  it('loses no key where there are some in both places: an older version has run once more', () => {
    masterKeysFile(beside);
    const newer = keyIn(beside);
    const { master, signing } = oldKeys();
    settle();
    expect(keyIn(beside)).toBe(newer + master);
    expect(readFileSync(join(beside, 'found', 'jwt-private.pem'), 'utf8')).toBe(signing);
    expect(existsSync(join(dataDir, 'keys'))).toBe(false);
    oldKeys();
    settle();
    expect(existsSync(join(beside, 'found-2', 'master.keys'))).toBe(true);
    expect(keyIn(beside).trim().split('\n')).toHaveLength(3);
  });

  it('goes where KEYS_DIR says, with what is there', () => {
    const { master } = oldKeys();
    const wanted = join(place, 'elsewhere', 'keys');
    expect(settle({ KEYS_DIR: wanted })).toBe(wanted);
    expect(keyIn(wanted)).toBe(master);
  });

  it('leaves a file alone that MASTER_KEYS_FILE names', () => {
    const { master } = oldKeys();
    const folder = join(dataDir, 'keys');
    expect(settle({ MASTER_KEYS_FILE: join(folder, 'master.keys') })).toBe(folder);
    expect(keyIn(folder)).toBe(master);
  });

  it('stays inside a data folder that is a file system of its own, such as a volume', () => {
    // The kernel's own, which is a mount on every Linux.
    expect(keysFolder('/proc', {})).toBe('/proc/keys');
  });
});
