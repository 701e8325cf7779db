import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { Child, freePort } from '../../../deploy/local/process.mjs';

const MAIN = resolve(import.meta.dirname, '../../../services/gateway/dist/bundle/main.js');

/**
 * A gateway as a process of its own, which is not started yet. (Within Jest it cannot run: some of its packages require ES
 * modules, which Jest does not support on Node 20.) `folder`: for its log and its process id.
 */
export async function gatewayProcess(name: string, folder: string, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(folder, `${name}.log`);
  const child = new Child({
    name,
    command: process.execPath,
    args: [MAIN],
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    logFile,
    pidFile: join(folder, `${name}.pid`),
    graceMs: 20_000,
  });
  /** Resolves when it answers 200 to this health check, and throws if it has ended. */
  const until = (check: 'live' | 'ready'): Promise<void> =>
    eventually(
      async () => {
        if (!child.alive) throw new Error(child.lastLines);
        const { status } = await fetch(`${url}/health/${check}`);
        if (status !== 200) throw new Error(`not ${check}: ${status}`);
      },
      { timeoutMs: 60_000 },
    );
  return { url, child, until };
}
