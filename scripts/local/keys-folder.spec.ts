import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keysFolder } from '../../deploy/local/folders/keys-folder.mjs';
import { masterKeysFile } from '../../deploy/local/keys.mjs';

describe('where npm start keeps its keys', () => {
  let place: string;
  let dataDir: string;
  let beside: string;

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
    dataDir = join(place, 'data');
    beside = join(place, 'data-keys');
    mkdirSync(dataDir);
  });

  afterEach(() => rmSync(place, { recursive: true }));

  it('is beside the data folder, so that a copy of it opens nothing', () => {
    expect(keysFolder(dataDir, {})).toBe(beside);
  });

  it('is where KEYS_DIR says', () => {
    const wanted = join(place, 'elsewhere', 'keys');
    expect(keysFolder(dataDir, { KEYS_DIR: wanted })).toBe(wanted);
  });

  it('is where keys are already, so that none is lost when the setting changes', () => {
    masterKeysFile(beside);
    expect(keysFolder(dataDir, { KEYS_DIR: join(place, 'elsewhere') })).toBe(beside);
  });

  it('is not made by a command that asks about keys, where the next start would take it for those of a lost journal', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/keys.mjs', 'status'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, DATA_DIR: dataDir, KEYS_DIR: '', MASTER_KEYS_FILE: '' },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('There are no master keys')]);
    expect(existsSync(beside)).toBe(false);
  });

  it('stays inside a data folder that is a file system of its own, such as a volume', () => {
    // The kernel's own, which is a mount on every Linux.
    expect(keysFolder('/proc', {})).toBe('/proc/keys');
  });
});
