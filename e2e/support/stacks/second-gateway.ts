import { join } from 'node:path';
import { gatewayProcess } from './gateway-process.js';
import type { startTestStack } from './stack.mjs';

/** One more replica of a running stack's gateway, on another port. */
export async function startSecondGateway(
  { infrastructure, logs }: Pick<Awaited<ReturnType<typeof startTestStack>>, 'infrastructure' | 'logs'>,
  settings: NodeJS.ProcessEnv = {},
) {
  const { url, child, until } = await gatewayProcess('gateway-2', logs, {
    AMQP_URL: infrastructure.amqpUrl,
    JWT_PUBLIC_KEYS_FILE: join(logs, '..', 'keys', 'jwt-public.pem'),
    ...settings,
  });
  const start = (): Promise<void> => {
    child.start();
    return until('ready');
  };
  await start();
  return { url, start, stop: () => child.stop(), kill: () => child.kill('SIGKILL') };
}
