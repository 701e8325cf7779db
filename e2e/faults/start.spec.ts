import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readTestConfig } from '@inner-weather/testing/config';
import { eventually } from '@inner-weather/testing/eventually';
import { type Binary, type Document, MongoClient } from 'mongodb';
import { brokerHomePath } from '../../deploy/local/broker/broker-home.mjs';
import { CONNECTIONS_FILE } from '../../deploy/local/infrastructure.mjs';
import { freePort } from '../../deploy/local/process.mjs';
import { Api, type Person } from '../support/requests/api.js';

const ROOT = resolve(import.meta.dirname, '../..');
const READY = /Inner Weather is ready: (\S+)/;
/** Seconds for a start with nothing to install or build: about 8 on two idle processors, more on busy ones. */
const SECOND_START_S = 90;

describe('npm start', () => {
  /** Closed to other users, as root's home is: the broker's user has no access. */
  const closed = mkdtempSync(join(tmpdir(), 'inner-weather-start-'));
  const dataDir = join(closed, 'data');
  const brokerFiles = brokerHomePath(dataDir, process.getuid?.() === 0 ? {} : undefined);
  let ada: Person;
  let ids: string[];
  let child: ChildProcess;
  let said = '';
  let api: Api;

  /** Ids of the processes that belong to it, found by their command line or their environment. */
  function processesHere(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((pid) =>
        ['cmdline', 'environ'].some((file) => {
          const text = textOf(pid, file);
          return text.includes(dataDir) || text.includes(brokerFiles);
        }),
      )
      .map(Number);
  }

  /** What the system says of a process; '' if it has ended. */
  function textOf(pid: number | string, file: string): string {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  }

  /** The environment of a start, or of a command for it. */
  const settings = async (more: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
    const own = /^(AMQP_URL|MONGO_URL|PUBLIC_URL|INFRA|MONGO_DATABASE_PREFIX)$/;
    const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
    const port = String(await freePort());
    return { ...Object.fromEntries(inherited), DATA_DIR: dataDir, PORT: port, RATE_LIMITS: 'off', ...more };
  };

  const start = async (more: NodeJS.ProcessEnv = { INFRA: 'native' }): Promise<void> => {
    said = '';
    const env = await settings(more);
    child = spawn('npm', ['start', '--silent'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await eventually(() => expect(said).toMatch(READY), { timeoutMs: 120_000, everyMs: 200 });
    api = new Api(READY.exec(said)?.[1] ?? '');
  };

  /** Like Ctrl-C in a terminal: signals every process in the foreground. */
  const interrupt = async (): Promise<void> => {
    const exited = new Promise((done) => child.once('exit', done));
    process.kill(-child.pid!, 'SIGINT');
    await exited;
  };

  /** Resolves when nothing of it runs any more. */
  const stop = async (): Promise<void> => {
    await interrupt();
    await eventually(() => expect(processesHere()).toEqual([]), { timeoutMs: 30_000 });
  };

  const killed = (pid: number): void => {
    process.kill(pid, 'SIGKILL');
  };

  const pidIn = (file: string): number =>
    Number(readFileSync(join(dataDir, file), 'utf8').trim().split(/\s/)[0]);

  afterAll(() => {
    for (const pid of processesHere()) killed(pid);
    for (const folder of [closed, brokerFiles]) rmSync(folder, { recursive: true, force: true });
  });

  /** Whether a log, or a file of the database or the broker, holds these bytes. */
  function isOnDisk(bytes: Buffer): boolean {
    return [dataDir, brokerFiles]
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
      )
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
      .some((file) => existsSync(file) && readFileSync(file).includes(bytes));
  }

  /** What the journal stores of a person that is secret: the sealed words of an entry, and the wrapped data key. */
  async function secretsOf({ user }: Person): Promise<{ words: Buffer; key: Buffer }> {
    const url = /^MONGO_URL=(.*)$/m.exec(readFileSync(join(dataDir, CONNECTIONS_FILE), 'utf8'))?.[1] ?? '';
    const client = await new MongoClient(url).connect();
    const journal = client.db('inner_weather_journal');
    const entry = await journal
      .collection('entries')
      .findOne({ userId: user.id }, { sort: { createdAt: -1 } });
    const key = await journal.collection<{ _id: string }>('datakeys').findOne({ _id: user.id });
    await client.close();
    return { words: bytesOf(entry, 'content'), key: bytesOf(key, 'wrapped') };
  }

  const bytesOf = (document: Document | null, field: string): Buffer =>
    Buffer.from((document![field] as Binary).buffer);

  it('restarts every process that dies', async () => {
    await start();
    ada = await eventually(() => api.signUp());
    const before = await ada.write({ content: 'Before anything happened' });

    const services = pidIn('services.pid');
    killed(services);
    await eventually(() => expect(said).toContain('services was started again'), { timeoutMs: 60_000 });
    expect(pidIn('services.pid')).not.toBe(services);
    const runs = (command: RegExp): number | undefined =>
      processesHere().find((pid) => command.test(textOf(pid, 'cmdline')));
    killed(runs(/beam/)!);
    await eventually(() => expect(said).toContain('the broker was started again'), {
      timeoutMs: 120_000,
    });
    killed(runs(/^java|\/java/)!);
    await eventually(() => expect(said).toContain('the database was started again'), {
      timeoutMs: 120_000,
    });

    // An entry that was stored is not stored again when its answer came too late.
    const key = { 'idempotency-key': randomUUID() };
    const after = await eventually(() => ada.write({ content: 'After everything died once' }, key), {
      timeoutMs: 60_000,
      everyMs: 500,
    });
    ids = [after._id, before._id];
    expect((await ada.search()).body.map(({ _id }) => _id)).toEqual(ids);
  }, 500_000);

  it('has its keys beside the data folder, and its logs for its owner alone', () => {
    expect(readdirSync(`${dataDir}-keys`)).toContain('master.keys');
    expect(readdirSync(dataDir)).not.toContain('keys');
    const modes = [`${dataDir}-keys`, join(dataDir, 'logs')].map((folder) => statSync(folder).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
  });

  it('keeps nothing of a deleted diary on its disk', async () => {
    const bea = await api.signUp();
    await bea.write({ content: 'The words of Bea' });
    const [ofAda, ofBea] = [await secretsOf(ada), await secretsOf(bea)];
    const all = [ofBea.words, ofBea.key, ofAda.words, ofAda.key];
    await eventually(() => expect(all.map(isOnDisk)).toEqual([true, true, true, true]));

    expect((await bea.deleteAccount()).status).toBe(204);
    await eventually(() => expect(all.map(isOnDisk)).toEqual([false, false, true, true]), {
      timeoutMs: 60_000,
    });
  }, 90_000);

  it('keeps nothing on its disk of what was overwritten, once it has stopped', async () => {
    const old = await secretsOf(ada);
    const changes = { content: 'Written over', inputMood: 'Sad', location: 'Porto' };
    expect((await ada.request('PUT', `/api/journal/update/${ids[0]}`, { body: changes })).status).toBe(200);
    expect(isOnDisk(old.words)).toBe(true);
    await stop();
    await eventually(() => expect(said).toContain('stopped'));
    expect([old.words, old.key].map(isOnDisk)).toEqual([false, true]);
  }, 120_000);

  const run = async (args: string[], more: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: ROOT, env: await settings(more) };
    return promisify(execFile)('npm', args, options).then(
      ({ stdout, stderr }) => ({ ended: true, output: stdout + stderr }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ended: false, output: stdout + stderr }),
    );
  };

  it('creates no new keys if those of an existing journal are missing', async () => {
    const keys = `${dataDir}-keys`;
    renameSync(keys, `${keys}-aside`);
    try {
      const { ended, output } = await run(['start', '--silent']);
      expect(ended).toBe(false);
      expect(output).toContain(`The master keys of this journal are missing: they were in ${keys}.`);
      expect(existsSync(keys)).toBe(false);
    } finally {
      renameSync(`${keys}-aside`, keys);
    }
  }, 120_000);

  const expectAllIsThere = async () => {
    expect(said).toContain('broker and database: native');
    const results = await (await api.logIn(ada)).search({ startDate: '2000-01-01' });
    expect(results.body.map(({ _id }) => _id)).toEqual(ids);
  };

  /** What a start prints that opens another database than the first one of its data folder. */
  const ELSEWHERE = /starting with .*: this is another place/;

  it('moves elsewhere by a backup', async () => {
    const backup = join(closed, 'backup');
    // Without INFRA, the start uses what this machine offers.
    expect((await run(['run', 'backup', '--silent', '--', 'create', backup])).output).toContain('entries');
    const other = { MONGO_URL: readTestConfig().mongoUrl };
    const restored = await run(
      ['run', 'backup', '--silent', '--', 'restore', backup, '--keys', `${dataDir}-keys`],
      other,
    );
    expect(restored).toMatchObject({ ended: true });
    await start(other);
    expect(said).toMatch(ELSEWHERE);
    await expectAllIsThere();
    await stop();
  }, 300_000);

  it('keeps what was saved across two runs, and stays with its embedded database where Docker answers', async () => {
    const began = performance.now();
    await start({});
    const seconds = (performance.now() - began) / 1_000;
    process.stderr.write(`  ready again after ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(SECOND_START_S);
    // The place depends on where this checkout was used before, which a start also prints.
    expect(said).not.toMatch(ELSEWHERE);
    await expectAllIsThere();
    await stop();
  }, 200_000);
});
