import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildFingerprint, builtProjects } from '../../deploy/local/fingerprint.mjs';

describe('the fingerprint of a build', () => {
  let root: string;

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'inner-weather-fingerprint-'));
    for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json']) write(file, '{}');
    for (const folder of ['libs/a', 'services/b', 'web'])
      write(`${folder}/package.json`, '{"scripts":{"build":"tsc"}}');
    write('e2e/package.json', '{}');
    write('libs/a/src/a.ts', 'export {};');
    write('libs/a/dist/a.js', 'export {};');
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('knows what is built', () => expect(builtProjects(root)).toEqual(['libs/a', 'services/b', 'web']));

  it.each([
    ['a source', () => write('libs/a/src/a.ts', 'export const a = 1;')],
    ['a new source', () => write('services/b/src/b.ts', '')],
    ['a lock file', () => write('package-lock.json', '{"a":1}')],
    ['what was built', () => utimesSync(join(root, 'libs/a/dist/a.js'), 1, 1)],
    ['something built that is gone', () => rmSync(join(root, 'libs/a/dist'), { recursive: true })],
  ])('changes with %s', (_what, change) => {
    const before = buildFingerprint(root);
    change();
    expect(buildFingerprint(root)).not.toBe(before);
  });

  it.each([
    ['a source that was only written again', () => utimesSync(join(root, 'libs/a/src/a.ts'), 1, 1)],
    ['a test', () => write('libs/a/src/a.spec.ts', 'it("works")')],
    ['packages', () => write('libs/a/node_modules/x/index.js', '')],
  ])('does not change with %s', (_what, change) => {
    const before = buildFingerprint(root);
    change();
    expect(buildFingerprint(root)).toBe(before);
  });
});
