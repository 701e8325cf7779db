import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../deploy/local/process.mjs';
import { docker } from './docker.mjs';

const MINUTE_MS = 60_000;

/**
 * Builds the images and brings docker-compose.yml up from nothing, as a project of its own, with providers' fakes.
 * COMPOSE_FILE may name override files for this machine.
 * @param {{log: (line: string) => void}} options
 */
export async function startCompose({ log }) {
  const port = await freePort();
  const variables = {
    COMPOSE_PROJECT_NAME: `inner-weather-e2e-${process.pid}`,
    COMPOSE_FILE: [process.env.COMPOSE_FILE || 'docker-compose.yml', 'e2e/compose/fakes.yml'].join(':'),
    // Not the .env of whoever runs the tests: it must work without any.
    COMPOSE_ENV_FILES: '/dev/null',
    PORT: String(port),
    VERSION: 'test',
    BACKUPS: mkdtempSync(join(tmpdir(), 'inner-weather-backups-')),
  };
  const env = { ...process.env, ...variables };
  const stop = async () => {
    await docker(['compose', 'down', '--volumes', '--remove-orphans'], { env });
    rmSync(variables.BACKUPS, { recursive: true });
  };
  const logs = () => docker(['compose', 'logs', '--no-color', '--tail', '60'], { env });
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
  return { env: { ...variables, E2E_URL: `http://127.0.0.1:${port}` }, logs, stop };
}
