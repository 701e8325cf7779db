import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { Child, freePort } from '../../deploy/local/process.mjs';
import type { startTestStack } from './stack.mjs';

const MAIN = resolve(import.meta.dirname, '../../services/gateway/dist/bundle/main.js');

/** One more replica of a running stack's gateway, on another port. */
export async function startSecondGateway(
  stack: Pick<Awaited<ReturnType<typeof startTestStack>>, 'infrastructure' | 'logs'>,
  settings: NodeJS.ProcessEnv = {},
) {
  const dataDir = join(stack.logs, '..');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = new Child({
    name: 'second gateway',
    command: process.execPath,
    args: [MAIN],
    env: {
      PATH: process.env.PATH,
      AMQP_URL: stack.infrastructure.amqpUrl,
      PORT: String(port),
      JWT_PUBLIC_KEYS_FILE: join(dataDir, 'keys', 'jwt-public.pem'),
      ...settings,
    },
    logFile: join(stack.logs, 'gateway-2.log'),
    pidFile: join(dataDir, 'gateway-2.pid'),
    graceMs: 20_000,
  });
  const start = async (): Promise<void> => {
    child.start();
    await eventually(
      async () => {
        if (!child.alive) throw new Error(child.lastLines);
        const { status } = await fetch(`${url}/health/ready`);
        if (status !== 200) throw new Error(`not ready: ${status}`);
      },
      { timeoutMs: 60_000 },
    );
  };
  await start();
  const stop = (): Promise<void> => child.stop();
  return { url, start, stop };
}
