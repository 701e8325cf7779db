import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { MasterKeys, readMasterKeys } from './master-keys.js';

const A = `a:${Buffer.alloc(32, 'a').toString('base64')}`;
const B = `b-2:${Buffer.alloc(32, 'b').toString('base64')}`;

describe('the text of master keys', () => {
  it('holds one key per line, the first of which wraps data keys', () => {
    const { keys, first } = readMasterKeys(`# made in May\n\n ${B} \r\n${A}\n`);
    expect([...keys.keys()]).toEqual(['b-2', 'a']);
    expect(first.name).toBe('b-2');
    expect(keys.get('a')?.secret.export()).toEqual(Buffer.alloc(32, 'a'));
  });

  it.each([
    ['nothing', '', 'holds no key'],
    ['only a comment', '# soon', 'holds no key'],
    ['no id', A.slice(1), 'has a line that is not'],
    ['a bad id', `a b${A.slice(1)}`, 'has a line that is not'],
    ['a short key', 'a:c2VjcmV0', 'has a line that is not'],
    ['a long key', `a:${Buffer.alloc(33, 'a').toString('base64')}`, 'has a line that is not'],
    ['no base64', `a:${'!'.repeat(43)}=`, 'has a line that is not'],
    ['an id twice', `${A}\n${A}`, 'names one id twice'],
  ])('with %s is refused with the name of the variable, without its contents', (_what, text, msg) => {
    expect(() => readMasterKeys(text)).toThrow(`MASTER_KEYS_FILE ${msg}`);
    expect(() => readMasterKeys(text)).not.toThrow(/c2VjcmV0|YWFh/);
  });
});

describe('a file of master keys', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    Logger.overrideLogger(false);
    folder = mkdtempSync(join(tmpdir(), 'master-keys-'));
    file = join(folder, 'master.keys');
    writeFileSync(file, A);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const replace = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };

  it('that does not exist is refused with the name of the variable', () => {
    expect(() => new MasterKeys(join(folder, 'nothing'))).toThrow('MASTER_KEYS_FILE cannot be read');
  });

  it('is read again when it has changed', () => {
    const keys = new MasterKeys(file);
    expect([keys.current().name, keys.find('b-2')]).toEqual(['a', undefined]);
    replace(`${B}\n${A}`);
    expect([keys.find('b-2')?.name, keys.current().name, keys.find('a')?.name]).toEqual(['b-2', 'b-2', 'a']);
  });

  it.each(['', 'half a li'])('keeps the old keys when it becomes %j or is deleted', (text) => {
    const keys = new MasterKeys(file);
    replace(text);
    expect(keys.current().name).toBe('a');
    rmSync(file);
    expect([keys.current().name, keys.find('a')?.name]).toEqual(['a', 'a']);
    replace(B);
    expect(keys.current().name).toBe('b-2');
  });
});
