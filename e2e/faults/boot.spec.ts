import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { masterKeysFile, signingKeys, vapidKeyFile } from '../../deploy/local/keys.mjs';
import { freePort } from '../../deploy/local/process.mjs';
import { SERVICE_NAMES, type ServiceName } from '../../deploy/local/services.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** One that was started, and the address at which its health is. */
interface Started {
  child: ChildProcess;
  admin: string;
}

/** Processes that start before their database and their broker, as an orchestrator sees them. */
describe('without broker and database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-boot-'));
  const started = {} as Record<ServiceName, Started>;

  const start = async (name: ServiceName): Promise<Started> => {
    const [port, unusedPort] = await Promise.all([freePort(), freePort()]);
    const { privateKeyFile, publicKeysFile } = signingKeys(folder);
    const child = spawn(process.execPath, [join(ROOT, 'services', name, 'dist/bundle/main.js')], {
      env: {
        ADMIN_PORT: String(port),
        PORT: '0',
        AMQP_URL: `amqp://127.0.0.1:${unusedPort}`,
        MONGO_URL: `mongodb://127.0.0.1:${unusedPort}`,
        JWT_PRIVATE_KEY_FILE: privateKeyFile,
        JWT_PUBLIC_KEYS_FILE: publicKeysFile,
        MASTER_KEYS_FILE: masterKeysFile(folder),
        VAPID_PRIVATE_KEY_FILE: vapidKeyFile(folder),
        PHOTOS_DIR: join(folder, 'photos'),
      },
      stdio: 'ignore',
    });
    return { child, admin: `http://127.0.0.1:${port}` };
  };

  beforeAll(async () => {
    for (const name of SERVICE_NAMES) started[name] = await start(name);
  });

  afterAll(() => {
    for (const { child } of Object.values(started)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it.each(SERVICE_NAMES)(
    '%s is alive and not ready, so that nothing restarts it and nothing is sent to it, and ends in order at the first signal',
    async (name) => {
      const { child, admin } = started[name];
      const status = async (path: string) => (await fetch(`${admin}${path}`)).status;
      await eventually(async () => expect(await status('/health/live')).toBe(200), { timeoutMs: 90_000 });
      expect(await status('/health/ready')).toBe(503);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    },
    120_000,
  );
});
