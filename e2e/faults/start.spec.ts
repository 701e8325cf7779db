import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { freePort } from '../../deploy/local/process.mjs';
import { Api, PASSWORD, type Person } from '../support/api.js';

const ROOT = resolve(import.meta.dirname, '../..');
const READY = /Inner Weather is ready: (\S+)/;

/** Ids of the processes that belong to a data folder: by their command line, their environment or their folder. */
function processesOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) =>
      ['cmdline', 'environ'].some((file) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(dataDir);
        } catch {
          return false;
        }
      }),
    )
    .map(Number);
}

describe('npm start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-start-'));
  chmodSync(dataDir, 0o755);
  let child: ChildProcess;
  let said = '';
  let api: Api;

  const start = async (): Promise<void> => {
    said = '';
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      INFRA: 'native',
      RATE_LIMITS: 'off',
    };
    for (const name of ['AMQP_URL', 'MONGO_URL', 'PUBLIC_URL']) Reflect.deleteProperty(env, name);
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

  /** As Ctrl-C in a terminal does it: to everything in the foreground. */
  const interrupt = async (): Promise<void> => {
    const exited = new Promise((done) => child.once('exit', done));
    process.kill(-child.pid!, 'SIGINT');
    await exited;
  };

  const killed = (pid: number): void => {
    process.kill(pid, 'SIGKILL');
  };

  const pidIn = (file: string): number =>
    Number(readFileSync(join(dataDir, file), 'utf8').trim().split(/\s/)[0]);

  afterAll(() => {
    for (const pid of processesOf(dataDir)) killed(pid);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('starts everything again that dies, and keeps what was saved across two runs', async () => {
    await start();
    let ada: Person | undefined;
    await eventually(async () => (ada = await api.signUp()));
    if (!ada) throw new Error('nobody signed up');
    const before = await ada.write({ content: 'Before anything happened' });

    for (const name of ['auth', 'journal', 'weather', 'insights', 'gateway']) {
      const pid = pidIn(`${name}.pid`);
      killed(pid);
      await eventually(() => expect(said).toContain(`${name} was started again`), { timeoutMs: 30_000 });
      expect(pidIn(`${name}.pid`)).not.toBe(pid);
    }
    const beam = processesOf(dataDir).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('beam'),
    );
    killed(beam!);
    await eventually(() => expect(said).toContain('the broker was started again'), { timeoutMs: 60_000 });
    const java = processesOf(dataDir).find((pid) =>
      /^java|\/java/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
    );
    killed(java!);
    await eventually(() => expect(said).toContain('the database was started again'), { timeoutMs: 60_000 });

    const after = await eventually(() => ada!.write({ content: 'After everything died once' }), {
      timeoutMs: 60_000,
      everyMs: 500,
    });
    const ids = [after._id, before._id];
    expect((await ada.search()).body.map(({ _id }) => _id)).toEqual(ids);

    await interrupt();
    expect(said).toContain('stopped');
    await eventually(() => expect(processesOf(dataDir)).toEqual([]), { timeoutMs: 10_000 });

    await start();
    const body = { email: ada.user.email, password: PASSWORD };
    const { body: session } = await api.request<{ token: string }>('POST', '/api/login', { body });
    const range = { userReference: ada.user.email, startDate: '2000-01-01', endDate: '2100-01-01' };
    const found = await api.request<{ _id: string }[]>(
      'GET',
      `/api/journal/search?${new URLSearchParams(range)}`,
      {
        token: session.token,
      },
    );
    expect(found.body.map(({ _id }) => _id)).toEqual(ids);
    await interrupt();
    await eventually(() => expect(processesOf(dataDir)).toEqual([]), { timeoutMs: 10_000 });
  }, 400_000);
});
