import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** Notes how it is called, and writes each command that a build would. */
const builder = (root: string, outputs: string[]) => `#!/bin/sh
echo "$(basename "$0") $*" >> '${root}/calls'
[ "$(basename "$0")" = npm ] && mkdir -p node_modules && exit
for file in ${outputs.join(' ')}; do mkdir -p "$(dirname "$file")"; echo 'console.log("it ran")' > "$file"; done
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

  const KEYS = ['auth', 'journal', 'insights', 'reminders'].map(
    (name) => `services/${name}/dist/keys.cli.js`,
  );

  it.each([
    ['backup.mjs', ['check', '/nowhere'], ['libs/platform/dist/backup/backup.cli.js']],
    ['dlq.mjs', ['list'], ['libs/platform/dist/events/dead-letters.cli.js']],
    ['admin.mjs', ['invite'], ['services/auth/dist/admin.cli.js']],
    ['keys.mjs', ['status'], KEYS],
  ])('%s installs and builds what it needs, once', async (script, args, outputs) => {
    for (const command of ['npm', 'npx'])
      writeFileSync(join(root, 'bin', command), builder(root, outputs), { mode: 0o755 });
    expect((await run(script, args)).stdout).toContain('it ran');
    const [install, build] = readFileSync(join(root, 'calls'), 'utf8').split('\n');
    expect(install).toMatch(/^npm ci /);
    for (const output of outputs) expect(build).toContain(output.split('/dist/')[0]);
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
