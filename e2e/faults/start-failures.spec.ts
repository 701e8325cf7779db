import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { brokerHomePath } from '../../deploy/local/broker/broker-home.mjs';
import { freePort } from '../../deploy/local/process.mjs';
import { isSoak } from '../support/soak.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** One way in which a start fails, and the message that it prints. */
interface Failure {
  /** Shell scripts that replace the real commands. */
  commands?: Record<string, string>;
  env?: NodeJS.ProcessEnv;
  /** Changes the copy of the code, or the data folder, before the start. */
  arrange?: (place: { root: string; dataDir: string }) => void;
  /** Sends SIGTERM when this was printed. */
  interruptAt?: RegExp;
  says: RegExp;
}

/** Names a version of a package that is not installed. */
const changeLock = (root: string) => {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { version: string }> };
  lock.packages['node_modules/mongoose']!.version = '0.0.1';
  writeFileSync(file, JSON.stringify(lock));
};

const append = (file: string, text = '\n') => writeFileSync(file, readFileSync(file, 'utf8') + text);

/** In the order in which a start meets them. */
const FAILURES: Record<string, Failure> = {
  'the data folder is a file': {
    arrange: ({ dataDir }) => writeFileSync(dataDir, ''),
    says: /^\n.*data is a file or in one, and a folder is needed\. Or name another folder: DATA_DIR=/m,
  },
  // Both end as they do in the build, which follows; scripts/local/bare-clone.spec.ts has the words.
  ...(isSoak && {
    'packages cannot be installed': {
      arrange: ({ root }) => changeLock(root),
      commands: { npm: 'echo "npm error code E404" >&2; exit 1' },
      says: /npm install failed:\nnpm error code E404/,
    },
    'it is interrupted while packages are installed, and starts the broker': {
      arrange: ({ root }) => changeLock(root),
      commands: { npm: 'exec sleep 600' },
      interruptAt: /installing packages/,
      says: /stopped/,
    },
  }),
  'the build fails': {
    arrange: ({ root }) => append(join(root, 'tsconfig.base.json')),
    commands: { npm: 'echo "error TS2322: no" >&2; exit 1' },
    says: /the build failed:\nerror TS2322: no/,
  },
  'it is interrupted while it builds, and starts the broker': {
    arrange: ({ root }) => append(join(root, 'tsconfig.base.json')),
    commands: { npm: 'exec sleep 600' },
    interruptAt: /building/,
    says: /stopped/,
  },
  'the port mapper does not start': {
    commands: { epmd: 'echo "epmd: cannot bind" >&2; exit 1' },
    says: /the port mapper ended while it was starting: epmd: cannot bind\nIts log: .*rabbitmq\.log/,
  },
  'the broker does not start': {
    commands: { erl: 'echo "Error when reading .erlang.cookie: eacces" >&2; echo; exit 1' },
    says: /RabbitMQ ended while it was starting: Error when reading .erlang.cookie: eacces\nIts log: .*rabbitmq\.log/,
  },
  'the file of the database is broken': {
    arrange: ({ dataDir }) => {
      mkdirSync(join(dataDir, 'database'), { recursive: true });
      writeFileSync(join(dataDir, 'database', 'journal.mv'), 'x'.repeat(20_000));
    },
    says: /the database ended while it was starting: .*MVStoreException.*\nIts log: .*database\.log/,
  },
  'a service does not start': {
    env: { HOST: '203.0.113.1' },
    says: /services ended while it was starting: .*EADDRNOTAVAIL.*\nIts log: .*services\.log/,
  },
  // It ends a service as the one before does; services/auth/src/config.spec.ts has the setting.
  ...(isSoak && {
    'PUBLIC_URL has a path': {
      env: { PUBLIC_URL: 'https://home.example.org/journal' },
      says: /ended while it was starting: .*PUBLIC_URL must be .* without a path.*give it one of its own/,
    },
  }),
  'it is interrupted while services start': { interruptAt: /starting the services/, says: /stopped/ },
};

/** Seconds. A database that does not end is killed after 30. */
const LONGEST_STOP_S = 20;

describe('a start that fails', () => {
  /** Closed to other users, as root's home is: the broker's user has no access. */
  const closed = mkdtempSync(join(tmpdir(), 'inner-weather-closed-'));
  const root = join(closed, 'checkout');
  const dataDir = join(closed, 'data');
  /** First in PATH, which every process of a start inherits: it identifies our processes. */
  const commands = mkdtempSync(join(tmpdir(), 'inner-weather-commands-'));

  beforeAll(() => {
    chmodSync(commands, 0o755);
    mkdirSync(root);
    for (const name of ['deploy', 'services.json', 'package.json', 'package-lock.json', 'tsconfig.base.json'])
      cpSync(join(ROOT, name), join(root, name), { recursive: true });
    for (const name of ['libs', 'services', 'web', 'node_modules'])
      symlinkSync(join(ROOT, name), join(root, name));
  });

  afterEach(() => {
    for (const { pid } of processesHere()) process.kill(pid, 'SIGKILL');
    for (const folder of [dataDir, brokerHomePath(dataDir, process.getuid?.() === 0 ? {} : undefined)])
      rmSync(folder, { recursive: true, force: true });
    for (const name of readdirSync(commands)) rmSync(join(commands, name));
    for (const name of ['package-lock.json', 'tsconfig.base.json'])
      cpSync(join(ROOT, name), join(root, name));
  });

  afterAll(() => {
    for (const folder of [closed, commands]) rmSync(folder, { recursive: true, force: true });
  });

  /** All processes that a start has left: port mapper, broker, database, services, commands. */
  function processesHere(): { pid: number; command: string }[] {
    const read = (pid: number, file: string): string => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8');
      } catch {
        return '';
      }
    };
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map(Number)
      .filter((pid) => read(pid, 'environ').includes(commands))
      .map((pid) => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ') }));
  }

  /** What it printed until it ended. */
  async function startUntilItEnds({ env, interruptAt }: Failure, port: number): Promise<string> {
    let output = '';
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(AMQP|MONGO|MASTER|TEST)_/.test(name),
    );
    const child: ChildProcess = spawn(process.execPath, [join(root, 'deploy/local/start.mjs')], {
      cwd: root,
      env: {
        ...Object.fromEntries(inherited),
        ...{ PATH: `${commands}${delimiter}${process.env.PATH}`, INFRA: 'native' },
        ...{ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: '' },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const exited = once(child, 'close');
    if (interruptAt) {
      await eventually(() => expect(output).toMatch(interruptAt), { timeoutMs: 120_000, everyMs: 20 });
      child.kill('SIGTERM');
    }
    await exited;
    return output;
  }

  /** When a start said a line that begins with this word, in its own seconds; 0 if it did not. */
  const secondsOf = (said: string, word: string): number =>
    Number(new RegExp(`([\\d.]+) s  ${word}`).exec(said)?.[1] ?? 0);

  it.each(Object.entries(FAILURES))(
    '%s: it says so, and leaves no process behind',
    async (_name, failure) => {
      for (const [name, script] of Object.entries(failure.commands ?? {})) {
        writeFileSync(join(commands, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      }
      failure.arrange?.({ root, dataDir });
      const output = await startUntilItEnds(failure, await freePort());
      expect(output).toMatch(failure.says);
      // Processes that are still starting end at once too, so none has to be killed.
      expect(secondsOf(output, 'stopped') - secondsOf(output, 'stopping')).toBeLessThan(LONGEST_STOP_S);
      await eventually(() => expect(processesHere()).toEqual([]));
      expect(
        statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()
          ? readdirSync(dataDir).filter((file) => /\.(pid|env)$/.test(file))
          : [],
      ).toEqual([]);
    },
    300_000,
  );

  it('the port is taken: it says so, and leaves no process behind', async () => {
    const server = createServer();
    const port = await freePort();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const output = await startUntilItEnds({ says: /taken/ }, port);
    server.close();
    expect(output).toContain(`Port ${port} is taken`);
    expect(processesHere()).toEqual([]);
  });
});
