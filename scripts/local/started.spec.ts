import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rememberFolder } from '../../deploy/local/folders/last-folder.mjs';
import { startTime } from '../../deploy/local/process.mjs';
import { noteStart, runningStartOf } from '../../deploy/local/started.mjs';

describe('the npm start of a checkout that runs', () => {
  let root: string;
  const address = { url: 'https://journal.example.org', port: 8123 };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'inner-weather-started-'));
    for (const name of ['.data', 'other']) mkdirSync(join(root, name));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('is found by its own data folder, with its port', () => {
    expect(runningStartOf(root, {})).toBeUndefined();
    noteStart(join(root, '.data'), address);
    expect(runningStartOf(root, {})).toMatchObject(address);
    expect(runningStartOf(root, { DATA_DIR: 'other' })).toBeUndefined();
  });

  it('is found where its data folder was named on its command line only', () => {
    noteStart(join(root, 'other'), address);
    rememberFolder({ root, dataDir: join(root, 'other') });
    expect(runningStartOf(root, {})).toMatchObject(address);
    expect(runningStartOf(root, { DATA_DIR: 'other' })).toMatchObject(address);
  });

  it('is told from another process by ps where there is no /proc', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const pid = Number(child.pid);
    const started = startTime(pid, '/nowhere');
    expect(started).toMatch(/^\w+(-[\w:]+)+$/);
    expect(startTime(pid, '/nowhere')).toBe(started);
    child.stdin.end();
    await once(child, 'exit');
    expect(startTime(pid, '/nowhere')).toBe('');
  });

  it('does not count once it was killed', () => {
    writeFileSync(join(root, '.data', 'start.pid'), `${process.pid} 1 http://localhost:8123 8123\n`);
    expect(runningStartOf(root, {})).toBeUndefined();
  });
});
