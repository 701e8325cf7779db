import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from '../../deploy/local/log-file.mjs';

describe('the log of a process', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-log-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('is put aside when it is long, also one of an earlier start, and the oldest goes', () => {
    const path = join(folder, 'journal.log');
    for (const line of ['first', 'second', 'third', 'fourth', 'fifth']) {
      const file = new LogFile(path, { maxBytes: 12 });
      file.write(Buffer.from(`${line}\n`));
      file.close();
    }
    expect(readdirSync(folder).sort()).toEqual(['journal.log', 'journal.log.1', 'journal.log.2']);
    expect(readFileSync(path, 'utf8')).toBe('fifth\n');
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('fourth\n');
    expect(readFileSync(`${path}.2`, 'utf8')).toBe('third\n');
  });

  it('on a full disk says so once, and goes on', () => {
    const said: string[] = [];
    const file = new LogFile('/dev/full', { log: (line: string) => said.push(line) });
    for (const line of ['first', 'second']) file.write(Buffer.from(line));
    file.close();
    expect(said).toEqual([expect.stringMatching(/disk is full.*\/dev\/full.*Make room/)]);
  });
});
