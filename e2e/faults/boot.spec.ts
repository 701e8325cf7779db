import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { masterKeysFile, signingKeys, vapidKeyFile } from '../../deploy/local/keys.mjs';
import { freePort } from '../../deploy/local/process.mjs';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** A process that starts before its database and its broker, as an orchestrator sees it. */
describe.each(SERVICE_NAMES)('%s, without broker and database', (name) => {
  let folder: string;
  let child: ChildProcess;
  let admin: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-boot-'));
    const [port, unusedPort] = await Promise.all([freePort(), freePort()]);
    const { privateKeyFile, publicKeysFile } = signingKeys(folder);
    admin = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, [join(ROOT, 'services', name, 'dist/bundle/main.js')], {
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
  });

  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const status = async (path: string) => (await fetch(`${admin}${path}`)).status;

  it('is alive and not ready, so that nothing restarts it and nothing is sent to it', async () => {
    await eventually(async () => expect(await status('/health/live')).toBe(200), { timeoutMs: 45_000 });
    expect(await status('/health/ready')).toBe(503);
  }, 60_000);

  it('ends in order at the first signal', async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
