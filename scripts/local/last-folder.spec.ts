import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastFolder, rememberFolder } from '../../deploy/local/folders/last-folder.mjs';

describe('the data folder that a checkout used last', () => {
  let folder: string;
  let root: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-last-'));
    root = join(folder, 'checkout');
    mkdirSync(join(root, '.data'), { recursive: true });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const remember = (dataDir: string) => rememberFolder({ root, dataDir, temporary: join(folder, 'tmp') });

  it('is remembered, until its own one is used again', () => {
    remember(join(folder, 'disk', 'data'));
    expect(lastFolder(root)).toBe(join(folder, 'disk', 'data'));
    remember(join(root, '.data'));
    expect(lastFolder(root)).toBeUndefined();
  });

  it('is none of those for temporary files, where no journal is kept', () => {
    remember(join(folder, 'tmp', 'test', 'data'));
    expect(lastFolder(root)).toBeUndefined();
    remember(join(folder, 'tmpfs-of-mine', 'data'));
    expect(lastFolder(root)).toBe(join(folder, 'tmpfs-of-mine', 'data'));
  });

  it('is not remembered in a read-only checkout, and the start succeeds', () => {
    rmSync(join(root, '.data'), { recursive: true });
    writeFileSync(join(root, '.data'), 'no folder');
    remember(join(folder, 'disk'));
    expect(existsSync(join(root, '.data', 'elsewhere'))).toBe(false);
  });
});
