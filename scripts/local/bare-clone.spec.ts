import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** Notes how it is called, and writes the command that a build would. */
const builder = (root: string, output: string) => `#!/bin/sh
echo "$(basename "$0") $*" >> '${root}/calls'
[ "$(basename "$0")" = npm ] && mkdir -p node_modules && exit
mkdir -p '${dirname(output)}'; echo 'console.log("it ran")' > '${output}'
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

  const run = async (script: string, args: string[]) => {
    const env = {
      PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}`,
      AMQP_URL: 'a',
      MONGO_URL: 'm',
    };
    return promisify(execFile)(process.execPath, [join(root, 'scripts', script), ...args], { env });
  };

  it.each([
    ['backup.mjs', ['check', '/nowhere'], 'libs/platform/dist/backup/backup.cli.js'],
    ['dlq.mjs', ['list'], 'libs/platform/dist/events/dead-letters.cli.js'],
    ['admin.mjs', ['invite'], 'services/auth/dist/admin.cli.js'],
    ['keys.mjs', ['status'], 'libs/platform/dist/encryption/keys.cli.js'],
  ])('%s installs and builds what it needs, once', async (script, args, output) => {
    for (const command of ['npm', 'npx'])
      writeFileSync(join(root, 'bin', command), builder(root, output), { mode: 0o755 });
    expect((await run(script, args)).stdout).toContain('it ran');
    const [install, build] = readFileSync(join(root, 'calls'), 'utf8').split('\n');
    expect(install).toMatch(/^npm ci /);
    expect(build).toContain(output.split('/dist/')[0]);
    rmSync(join(root, 'calls'));
    expect((await run(script, args)).stdout).toContain('it ran');
    expect(existsSync(join(root, 'calls'))).toBe(false);
  });

  it('say in a sentence why nothing could be built', async () => {
    writeFileSync(join(root, 'bin', 'npm'), '#!/bin/sh\necho no network; exit 1\n', { mode: 0o755 });
    const failed = run('backup.mjs', ['check', '/nowhere']);
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: 'npm ci failed:\nno network\n' });
  });
});
