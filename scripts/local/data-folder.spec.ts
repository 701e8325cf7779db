import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertUsable, diskWatch, networkFileSystem } from '../../deploy/local/folders/data-folder.mjs';

describe('a data folder', () => {
  let root: string;
  let dataDir: string;
  let keys: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'inner-weather-folder-'));
    chmodSync(root, 0o755);
    dataDir = join(root, 'data');
    mkdirSync(join(dataDir, 'database'), { recursive: true });
    writeFileSync(join(dataDir, 'database', 'journal.mv'), 'data');
    keys = join(root, 'data-keys', 'master.keys');
    mkdirSync(join(root, 'data-keys'));
    writeFileSync(keys, 'a key');
  });

  afterEach(() => rmSync(root, { recursive: true }));

  /** A user other than root, since modes do not apply to root. */
  function asAnother(work: () => void): void {
    if (process.getuid?.() !== 0) return work();
    process.seteuid?.(65_534);
    try {
      work();
    } finally {
      process.seteuid?.(0);
    }
  }

  it('is made where it is missing, and taken where it can be used', () => {
    assertUsable(join(root, 'new', 'deep'), join(root, 'none', 'master.keys'));
    assertUsable(dataDir, keys);
  });

  it.each([
    ['the folder itself', () => dataDir],
    ['the folder of the database', () => join(dataDir, 'database')],
    ['the file of the database', () => join(dataDir, 'database', 'journal.mv')],
    ['the folder of the keys', () => join(root, 'data-keys')],
    ['the file of the keys', () => keys],
  ])('of which %s belongs to another is refused with its owner and what to do', (_what, path) => {
    // Everything else is open.
    for (const open of [dataDir, join(dataDir, 'database')]) chmodSync(open, 0o777);
    chmodSync(join(dataDir, 'database', 'journal.mv'), 0o666);
    chmodSync(path(), 0o000);
    let message = '';
    asAnother(() => {
      try {
        assertUsable(dataDir, keys);
      } catch (error) {
        message = String(error);
      }
    });
    chmodSync(path(), 0o700);
    expect(message).toMatch(/belongs to the user \d+, and npm start runs as the user \d+.*chown -R/s);
    expect(message).toContain(path());
  });

  it('that is a file is refused', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => assertUsable(join(root, 'file'), keys)).toThrow(/is a file.*DATA_DIR/);
    expect(() => assertUsable(join(root, 'file', 'data'), keys)).toThrow(/is a file.*DATA_DIR/);
  });

  const MIB = 1024 * 1024;

  it('on a full disk is refused, and it is said where to make room', () => {
    expect(() => assertUsable(dataDir, keys, () => 49 * MIB)).toThrow(
      `The disk is full: 49 MiB are left for ${dataDir}, and 64 are needed. Make room on that disk. Or name another`,
    );
  });

  it('on a disk that fills up: it is said once, and again when there is room', () => {
    const said: string[] = [];
    let free = 65 * MIB;
    const watch = diskWatch(
      [dataDir],
      (line: string) => said.push(line),
      () => free,
    );
    for (const mib of [65, 63, 0, 64, 65]) {
      free = mib * MIB;
      watch();
    }
    expect(said).toEqual([
      expect.stringContaining(`63 MiB are left for ${dataDir}`),
      `there is room again for ${dataDir}`,
    ]);
  });

  it.each([
    ['NFS', 0x6969, 'NFS'],
    ['CIFS', 0xff534d42, 'SMB'],
    ['SMB 2', 0xfe534d42, 'SMB'],
    ['CIFS, as a signed number', 0xff534d42 | 0, 'SMB'],
    ['9p, as Windows has it in WSL', 0x01021997, '9p'],
    ['ext4', 0xef53, undefined],
    ['tmpfs', 0x01021994, undefined],
  ])('on %s', (_name, type, name) => expect(networkFileSystem(dataDir, () => type)).toBe(name));

  it('on the disk of this test is on none of them', () => {
    expect(networkFileSystem(dataDir)).toBeUndefined();
  });
});
