import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTime } from '../../deploy/local/process.mjs';
import { MONGODB_NEEDS } from '../../deploy/local/processor.mjs';

const MODULE = resolve(import.meta.dirname, '../../deploy/local/docker.mjs');

/** A fake Docker whose database has exited and whose broker never gets ready. */
const docker = (code: number, log: string) => `#!/bin/sh
case "$*" in
  exec*) exit 1 ;;
  inspect*ExitCode*) echo "false ${code}" ;;
  logs*) echo "${log}" >&2 ;;
esac
`;

describe('a database in Docker that ends', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-docker-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** In a process of its own: Jest's process.env does not reach the commands that are started. */
  async function run(script: string): Promise<string> {
    const env = {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      // If the fake is not found, there is no engine at all.
      DOCKER_HOST: `unix://${join(folder, 'none.sock')}`,
    };
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 55_000 });
    return stdout.trim();
  }

  const whyItFails = () =>
    run(`
      import { dockerInfrastructure } from ${JSON.stringify(MODULE)};
      const done = (words) => { console.log(words); process.exit(); };
      dockerInfrastructure({ dataDir: ${JSON.stringify(folder)} }).then(() => done('started'), (e) => done(e.message));`);

  it.each([
    ['with exit code 132', 132, '', MONGODB_NEEDS],
    ['by an illegal instruction', 1, 'line 416: 27 Illegal instruction (core dumped)', MONGODB_NEEDS],
    [
      'after the warning of its image',
      1,
      'WARNING: MongoDB 5.0+ requires a CPU with AVX support',
      MONGODB_NEEDS,
    ],
    ['after the same on ARM', 1, 'MongoDB requires ARMv8.2-A or higher', MONGODB_NEEDS],
    ['for another reason', 100, 'Data directory /data/db not found', 'Data directory /data/db not found'],
  ])('%s: it is said within seconds', async (_how, code, log, reason) => {
    writeFileSync(join(folder, 'docker'), docker(code, log), { mode: 0o755 });
    const began = performance.now();
    expect(await whyItFails()).toBe(`the database ended while it was starting: ${reason}`);
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it.each([
    ['runs and was begun by another start that runs', `true ${process.pid} ${startTime(process.pid)}`, false],
    ['runs and was begun by nobody knows whom', 'true ', false],
    ['was begun by a start that was killed', `true ${process.pid} long-ago`, true],
    ['has ended', 'false ', true],
  ])('leaves a container alone, or removes what is left: it %s', async (_how, state, removed) => {
    const script = `#!/bin/sh
echo "$*" >> '${folder}/calls'
case "$*" in
  inspect*begun-by*) echo "${state}" ;;
  inspect*ExitCode*) echo "false 1" ;;
  exec*) exit 1 ;;
esac
`;
    writeFileSync(join(folder, 'docker'), script, { mode: 0o755 });
    const words = await whyItFails();
    const calls = readFileSync(join(folder, 'calls'), 'utf8');
    expect(/^rm /m.test(calls)).toBe(removed);
    expect(/^run .*--log-opt=max-size=10m --log-opt=max-file=3/m.test(calls)).toBe(removed);
    expect(words.includes('runs, and was not begun here')).toBe(!removed);
    expect(/^(stop|kill) /m.test(calls)).toBe(removed);
  });

  it('asks the database only when the packages are installed, since it needs one', async () => {
    // In a checkout that has no packages yet but this one, which says when it is loaded.
    cpSync(resolve(MODULE, '..'), join(folder, 'deploy/local'), { recursive: true });
    mkdirSync(join(folder, 'node_modules/mongodb'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/mongodb/package.json'), '{"type":"module","main":"index.js"}');
    writeFileSync(
      join(folder, 'node_modules/mongodb/index.js'),
      `console.log('asked');
      export class MongoClient { db = () => ({ command: async () => ({ ok: 1 }) }); close = async () => {}; }`,
    );
    // The broker is ready when it was asked five times: until then, the database would have been asked as well.
    const script = `#!/bin/sh
case "$*" in
  inspect*ExitCode*) echo "true 0" ;;
  inspect*begun-by*) echo "false " ;;
  exec*) echo asked >> '${folder}/broker'; [ "$(wc -l < '${folder}/broker')" -ge 5 ] && touch '${folder}/ready' ;;
esac
`;
    writeFileSync(join(folder, 'docker'), script, { mode: 0o755 });
    const output = await run(`
      import { existsSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { dockerInfrastructure } from ${JSON.stringify(join(folder, 'deploy/local/docker.mjs'))};
      const install = async () => {
        while (!existsSync(${JSON.stringify(join(folder, 'ready'))})) await sleep(20);
        console.log('installed');
      };
      await dockerInfrastructure({ dataDir: ${JSON.stringify(folder)}, packages: install() });
      process.exit();`);
    expect(output).toBe('installed\nasked');
  });
});
