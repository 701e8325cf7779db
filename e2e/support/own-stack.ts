import { resolve } from 'node:path';
import type { Infrastructure } from '../../deploy/local/infrastructure.mjs';
import { startFakedStack } from './faked-stack.js';

/** A handler that gets an entry of this city throws, every time. */
export const CURSED = 'Cursed';

export type OwnStack = Awaited<ReturnType<typeof startOwnStack>>;

/** The stack of faults/own-infrastructure.spec.ts, whose broker and database may be stopped and killed. */
export async function startOwnStack(own: Infrastructure) {
  const stack = await startFakedStack({
    preloads: { weather: resolve(import.meta.dirname, '../preloads/throw-for.mjs') },
    serviceEnv: {
      weather: { THROW_FOR: CURSED.toLowerCase(), WEATHER_TIMEOUT_MS: '500' },
      // No entry stays pending forever, although its event is in the DLQ.
      journal: { STAMP_PATIENCE_MS: '6000', STAMP_CHECK_MS: '500', STAMP_ATTEMPTS: '2' },
    },
  });
  return { ...stack, own };
}
