import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** Notes how it is called, and writes the command that a build would. */
const builder = (root: string, output: string) => `#!/bin/sh
echo "npx $*" >> '${root}/calls'
mkdir -p '${dirname(output)}'; echo 'console.log("it ran")' > '${output}'
`;

/** Notes how it is called, and what it installs, as npm does: without packages for other systems. */
const npm = (root: string) => `#!${process.execPath}
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
appendFileSync('${root}/calls', ['npm', ...args].join(' ') + '\\n');
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional, optional }]) => path !== '' && !optional && !((dev || devOptional) && args.includes('--omit=dev')),
);
mkdirSync('node_modules', { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
`;

describe('the commands of a clone that was never built', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'inner-weather-clone-'));
    for (const part of ['deploy/local', 'scripts', 'services.json', 'package.json', 'package-lock.json'])
      cpSync(join(ROOT, part), join(root, part), { recursive: true });
    mkdirSync(join(root, 'bin'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text, { mode: 0o755 });
  };

  const node = async (...args: string[]) => {
    const env = {
      PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}`,
      AMQP_URL: 'a',
      MONGO_URL: 'm',
    };
    return promisify(execFile)(process.execPath, args, { env });
  };

  const run = (script: string, args: string[]) => node(join(root, 'scripts', script), ...args);

  /** What was called since the last time. */
  const calls = (): string[] => {
    const file = join(root, 'calls');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    rmSync(file, { force: true });
    return lines;
  };

  it.each([
    ['backup.mjs', ['check', '/nowhere'], 'libs/platform/dist/backup/backup.cli.js'],
    ['dlq.mjs', ['list'], 'libs/platform/dist/events/dead-letters.cli.js'],
    ['admin.mjs', ['invite'], 'services/auth/dist/admin.cli.js'],
    ['keys.mjs', ['status'], 'libs/platform/dist/encryption/keys.cli.js'],
  ])('%s installs and builds what it needs, once', async (script, args, output) => {
    write('bin/npm', npm(root));
    write('bin/npx', builder(root, output));
    write('.data-keys/master.keys', '');
    expect((await run(script, args)).stdout).toContain('it ran');
    const [install, build] = calls();
    expect(install).toMatch(/^npm install .*--omit=dev /);
    expect(build).toContain(output.split('/dist/')[0]);
    expect((await run(script, args)).stdout).toContain('it ran');
    expect(calls()).toEqual([]);
  });

  it('say in a sentence why nothing could be built', async () => {
    write('bin/npm', '#!/bin/sh\necho no network; exit 1\n');
    const failed = run('backup.mjs', ['check', '/nowhere']);
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: 'npm install failed:\nno network\n' });
  });

  describe('its packages', () => {
    const lock = (packages: Record<string, object>) =>
      write('package-lock.json', JSON.stringify({ packages: { '': {}, 'libs/a': {}, ...packages } }));
    const PACKAGES = {
      'node_modules/runs': { version: '1.0.0' },
      'node_modules/tests': { version: '1.0.0', dev: true },
      'node_modules/elsewhere': { version: '1.0.0', optional: true },
      'libs/a/node_modules/peer': { version: '1.0.0', devOptional: true },
    };
    const START = 'npm install --no-save --no-audit --no-fund --omit=dev --prefer-offline';
    const TESTS = 'npm install --no-save --no-audit --no-fund --include=dev --prefer-offline';

    beforeEach(() => {
      write('bin/npm', npm(root));
      lock(PACKAGES);
    });

    /** The calls of npm by which they are installed. */
    const install = async (options = {}) => {
      const file = JSON.stringify(join(root, 'deploy/local/prepare.mjs'));
      await node('-e', `import(${file}).then((m) => m.installDependencies(${JSON.stringify(options)}))`);
      return calls();
    };

    it('are those of a start, until tests need more; a start leaves these alone', async () => {
      expect(await install()).toEqual([START]);
      expect(await install()).toEqual([]);
      expect(await install({ tests: true })).toEqual([TESTS]);
      expect(await install({ tests: true })).toEqual([]);
      expect(await install()).toEqual([]);
    });

    it('follow the lock file, those of tests too where they are installed', async () => {
      await install();
      lock({ ...PACKAGES, 'node_modules/runs': { version: '1.0.1' } });
      expect(await install()).toEqual([START]);
      await install({ tests: true });
      lock({ ...PACKAGES, 'node_modules/new': { version: '1.0.0' } });
      expect(await install()).toEqual([TESTS]);
    });

    it('are fetched again where an install did not end, and what it finished before is kept', async () => {
      write('node_modules/runs/half.js', '');
      await install();
      expect(existsSync(join(root, 'node_modules/runs'))).toBe(false);
      write('node_modules/runs/whole.js', '');
      write('node_modules/tests/half.js', '');
      await install({ tests: true });
      expect(existsSync(join(root, 'node_modules/runs/whole.js'))).toBe(true);
      expect(existsSync(join(root, 'node_modules/tests'))).toBe(false);
    });

    it('are asked for where the cache of npm is too old', async () => {
      write(
        'bin/npm',
        npm(root).replace(
          'const { packages }',
          "if (args.includes('--prefer-offline')) throw new Error('npm error code ETARGET');\n$&",
        ),
      );
      expect(await install()).toEqual([START, START.replace(' --prefer-offline', '')]);
    });

    it('do not fit a lock file that was forgotten: it is said', async () => {
      write('bin/npm', '#!/bin/sh\n');
      await expect(install()).rejects.toThrow(/package-lock.json does not fit/);
    });
  });
});
