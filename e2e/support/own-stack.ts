import { resolve } from 'node:path';
import type { Infrastructure } from '../../deploy/local/infrastructure.mjs';
import { startFakedStack } from './faked-stack.js';

/** A handler that gets an entry of this city throws, every time. */
export const CURSED = 'Cursed';

/**
 * Milliseconds after which a call is given up. A service notices within 4.5 s that its database is away, and its answer
 * should come first on a busy machine, too.
 */
export const CALL_TIMEOUT_MS = 8_000;

export type OwnStack = Awaited<ReturnType<typeof startOwnStack>>;

/** The stack of faults/own-infrastructure.spec.ts, whose broker and database may be stopped and killed. */
export async function startOwnStack(own: Infrastructure) {
  const stack = await startFakedStack({
    preloads: { weather: resolve(import.meta.dirname, '../preloads/throw-for.mjs') },
    env: { RPC_TIMEOUT_MS: String(CALL_TIMEOUT_MS) },
    serviceEnv: {
      weather: { THROW_FOR: CURSED.toLowerCase(), WEATHER_TIMEOUT_MS: '1500' },
      // No entry stays pending forever, although its event is in the DLQ.
      journal: { STAMP_PATIENCE_MS: '6000', STAMP_CHECK_MS: '500', STAMP_ATTEMPTS: '2' },
    },
  });
  return { ...stack, own };
}
