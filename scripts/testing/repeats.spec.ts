import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { flakyLine, type Run, runAndRepeat, type Verdict } from './repeats.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** The mark of a first run, beside the suites. */
const SEEN = `const { existsSync, writeFileSync } = require('node:fs');
const isFirst = () => !existsSync(__filename + '.seen');
afterAll(() => writeFileSync(__filename + '.seen', ''));
`;

const SUITES = {
  'steady.spec.js': `it('holds', () => {});`,
  'once.spec.js': `${SEEN}it('holds', () => {});
    it('fails once', () => { if (isFirst()) throw new Error('not yet'); });`,
  'twice.spec.js': `it('holds', () => {}); it('fails twice', () => { throw new Error('never'); });`,
  'start.spec.js': `${SEEN}beforeAll(() => { if (isFirst()) throw new Error('no stack'); });
    it('one', () => {}); it('other', () => {});`,
  'later.spec.js': `${SEEN}it('first', () => { if (isFirst()) throw new Error('not yet'); });
    it('second', () => { if (!isFirst()) throw new Error('no more'); });`,
  'load.spec.js': `const { existsSync, writeFileSync } = require('node:fs');
    if (!existsSync(__filename + '.seen')) { writeFileSync(__filename + '.seen', ''); throw new Error('no file'); }
    it('holds', () => {});`,
  'skipped.spec.js': `it('holds', () => {}); it.skip('is skipped', () => {});`,
};

interface Report {
  testResults: NonNullable<Awaited<ReturnType<Run>>['suites']>;
}

describe('a run whose failed files may be repeated', () => {
  let root: string;
  const runs: (string[] | undefined)[] = [];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'inner-weather-repeats-'));
    writeFileSync(join(root, 'package.json'), '{}');
    runs.length = 0;
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const run: Run = (files) => {
    runs.push(files?.map((file) => file.slice(root.length + 1)).sort());
    const report = join(root, 'report.json');
    const args = ['--json', `--outputFile=${report}`, '--silent', '--runInBand', '--cache=false'];
    if (files) args.push('--runTestsByPath', ...files);
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const { status: code } = spawnSync(process.execPath, [jest, '--rootDir', root, ...args], { cwd: root });
    return Promise.resolve({
      code,
      suites: (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults,
    });
  };
  const write = (...names: (keyof typeof SUITES)[]) =>
    names.forEach((name) => writeFileSync(join(root, name), SUITES[name]));
  const namesOf = (verdicts: Verdict[] = [], hasPassed: boolean) =>
    verdicts.filter((verdict) => verdict.hasPassed === hasPassed).map(({ name }) => name);

  it('counts a test that passes the second time as passed once, and names it; fails for one that fails twice or was skipped', async () => {
    write(...(Object.keys(SUITES) as (keyof typeof SUITES)[]));
    const { code, verdicts, flaky } = await runAndRepeat(run, { mayRepeat: true, root });
    const repeated = ['later', 'load', 'once', 'start', 'twice'];
    expect(runs).toEqual([undefined, repeated.map((name) => `${name}.spec.js`)]);
    expect(code).toBe(1);
    expect(namesOf(verdicts, false).sort()).toEqual([
      'skipped.spec.js › is skipped',
      'twice.spec.js › fails twice',
    ]);
    expect(namesOf(verdicts, true)).toHaveLength(10);
    expect(flaky.map(({ name }) => name).sort()).toEqual([
      'later.spec.js › first',
      'later.spec.js › second',
      'load.spec.js',
      'once.spec.js › fails once',
      'start.spec.js › one',
      'start.spec.js › other',
    ]);
    const once = flaky.filter(({ name }) => name.startsWith('once'));
    expect(once[0]?.message).toMatch('not yet');
    expect(flakyLine(once.map(({ name }) => name))).toBe('1 flaky: once.spec.js › fails once\n');
  });

  it('repeats nothing where it may not', async () => {
    const once: Run = (files) => {
      runs.push(files);
      const assertionResults = [{ fullName: 'fails', status: 'failed' }];
      const suite = { name: join(root, 'once.spec.js'), status: 'failed', message: '', assertionResults };
      return Promise.resolve({ code: 1, suites: [{ ...suite, startTime: 0, endTime: 0 }] });
    };
    const { code, verdicts, flaky } = await runAndRepeat(once, { mayRepeat: false, root });
    expect(runs).toEqual([undefined]);
    expect(code).toBe(1);
    expect(namesOf(verdicts, false)).toEqual(['once.spec.js › fails']);
    expect(flakyLine(flaky.map(({ name }) => name))).toBe('');
  });
});

describe('.ci/run', () => {
  it('names the flaky tests of both runs before its last line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-ci-'));
    try {
      mkdirSync(join(folder, '.ci'));
      copyFileSync(join(ROOT, '.ci/run'), join(folder, '.ci/run'));
      const command = (name: string, lines: string) =>
        writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
      command('node', 'true');
      command('npm', 'echo; echo "1 flaky: a spec › of $#"; echo "4 passed, 0 failed"');
      const { stdout, status } = spawnSync(join(folder, '.ci/run'), {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        encoding: 'utf8',
      });
      const lines = ['1 flaky: a spec › of 2', '1 flaky: a spec › of 4', '11 passed, 0 failed', ''];
      expect(stdout.split('\n').slice(-4)).toEqual(lines);
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
