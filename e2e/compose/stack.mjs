import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../deploy/local/process.mjs';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';
import { readMarks, searchAtRest } from '../support/at-rest.mjs';
import { docker } from './docker.mjs';

const MINUTE_MS = 60_000;

/**
 * Builds the images and starts docker-compose.yml from scratch, as a separate project, with fakes of the providers.
 * COMPOSE_FILE may name override files for this machine.
 * @param {{log: (line: string) => void}} options
 */
export async function startCompose({ log }) {
  const port = await freePort();
  // Only their owner can read them.
  const keys = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
  for (const name of ['weather', 'gemini'])
    writeFileSync(join(keys, name), `${name}-test-key\n`, { mode: 0o600 });
  const variables = {
    COMPOSE_PROJECT_NAME: `inner-weather-e2e-${process.pid}`,
    COMPOSE_FILE: [process.env.COMPOSE_FILE || 'docker-compose.yml', 'e2e/compose/fakes.yml'].join(':'),
    // Ignore the developer's .env, because the stack must work without one.
    COMPOSE_ENV_FILES: '/dev/null',
    PORT: String(port),
    VERSION: 'test',
    WEATHER_API_KEY_FILE: join(keys, 'weather'),
    GEMINI_API_KEY_FILE: join(keys, 'gemini'),
    BACKUPS: mkdtempSync(join(tmpdir(), 'inner-weather-backups-')),
  };
  const env = { ...process.env, ...variables };
  const stop = async () => {
    await docker(['compose', 'down', '--volumes', '--remove-orphans'], { env });
    for (const folder of [variables.BACKUPS, keys]) rmSync(folder, { recursive: true });
  };
  const logs = () => docker(['compose', 'logs', '--no-color', '--tail', '60'], { env });
  /**
   * Finds plaintext where it must not be: in the logs of our services and in the volumes of broker and database.
   * @param {string} marks the file in which the suites have noted what they wrote
   */
  const foundAtRest = async (marks) => {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-volumes-'));
    try {
      mkdirSync(join(folder, 'logs'));
      const lines = await docker(['compose', 'logs', '--no-color', ...SERVICE_NAMES], { env });
      writeFileSync(join(folder, 'logs', 'services.log'), lines);
      await docker(['compose', 'cp', 'rabbitmq:/var/lib/rabbitmq', join(folder, 'broker')], { env });
      await docker(['compose', 'cp', 'mongo:/data/db', join(folder, 'database')], { env });
      return searchAtRest(readMarks(marks), [
        { place: 'logs', folder: join(folder, 'logs'), known: '"level":"info"' },
        { place: 'broker', folder: join(folder, 'broker'), known: 'weather.on-entry' },
        { place: 'database', folder: join(folder, 'database'), known: 'inner_weather_journal' },
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  log('building the images');
  await docker(['buildx', 'bake'], { env, timeoutMs: 20 * MINUTE_MS });
  log('starting docker compose');
  try {
    await docker(['compose', 'up', '--wait', '--no-build'], { env, timeoutMs: 6 * MINUTE_MS });
  } catch (error) {
    process.stderr.write(`${await logs()}\n`);
    await stop();
    throw error;
  }
  return { env: { ...variables, E2E_URL: `http://127.0.0.1:${port}` }, logs, foundAtRest, stop };
}
