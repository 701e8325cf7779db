import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('stays inside a data folder that is a file system of its own, such as a volume', () => {
    // The kernel's own, which is a mount on every Linux.
    expect(keysFolder('/proc', {})).toBe('/proc/keys');
  });
});
