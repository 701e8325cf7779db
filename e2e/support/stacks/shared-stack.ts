import { readTestConfig } from '@inner-weather/testing/config';
import { tcpProxy } from '@inner-weather/testing/tcp-proxy';
import { CRASH_AT, Crashes } from '../crashes.js';
import { startFakedStack } from './faked-stack.js';

export type SharedStack = Awaited<ReturnType<typeof startSharedStack>>;

/** A stack of faults/one-stack.spec.ts: `brokerProxy` is its way to the broker, `crashes` kills its journal. */
export async function startSharedStack() {
  const brokerProxy = await tcpProxy(readTestConfig().amqpUrl);
  const crashes = new Crashes((name) => stack.services.journal.kill(name));
  const stack = await startFakedStack({
    amqpUrl: brokerProxy.url,
    preloads: { journal: CRASH_AT },
    env: { CRASH_FILE: crashes.file },
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await brokerProxy.close();
  };
  return { ...stack, brokerProxy, crashes, stop };
}
