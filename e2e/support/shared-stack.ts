import { resolve } from 'node:path';
import { readTestConfig } from '@inner-weather/testing/config';
import { tcpProxy } from '@inner-weather/testing/tcp-proxy';
import { CRASH_AT, Crashes } from './crashes.js';
import { startFakedStack } from './faked-stack.js';

/** Milliseconds after which another worker takes the job of one that was killed. */
export const JOB_LEASE_MS = 5_000;
/** Seconds between two signs of life of a connection to the broker; without two of them it is closed. */
const HEARTBEAT_S = 4;

export type SharedStack = Awaited<ReturnType<typeof startSharedStack>>;

/** The stack of faults/one-stack.spec.ts: `brokerProxy` is its way to the broker, `crashes` kills its journal. */
export async function startSharedStack() {
  const brokerProxy = await tcpProxy(readTestConfig().amqpUrl);
  const amqpUrl = new URL(brokerProxy.url);
  amqpUrl.searchParams.set('heartbeat', String(HEARTBEAT_S));
  const crashes = new Crashes((name) => stack.services.journal.kill(name));
  const stack = await startFakedStack({
    amqpUrl: amqpUrl.toString(),
    preloads: { journal: CRASH_AT, weather: resolve(import.meta.dirname, '../preloads/bad-ack.mjs') },
    serviceEnv: {
      journal: {
        CRASH_FILE: crashes.file,
        // Pauses of one to six seconds, which is about a three-hundredth; for longer than the outage takes anywhere.
        ...{ STAMP_CHECK_MS: '250', STAMP_RETRY_MS: '1000', STAMP_RETRY_FOR_MS: '180000' },
      },
      insights: { JOB_LEASE_MS: String(JOB_LEASE_MS), JOB_CHECK_MS: '200' },
    },
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await brokerProxy.close();
  };
  return { ...stack, brokerProxy, crashes, stop };
}
