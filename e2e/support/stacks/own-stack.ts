import type { Infrastructure } from '../../../deploy/local/infrastructure.mjs';
import { CRASH_AT, Crashes } from '../crashes.js';
import { startFakedStack } from './faked-stack.js';

/**
 * Milliseconds after which a call is given up. A service notices within 4.5 s that its database is away, and its answer
 * should come first on a busy machine, too.
 */
export const CALL_TIMEOUT_MS = 8_000;

export type OwnStack = Awaited<ReturnType<typeof startOwnStack>>;

/**
 * The stack of faults/own-infrastructure.spec.ts, whose broker and database may be stopped and killed. `crashes` kills its
 * journal.
 */
export async function startOwnStack(own: Infrastructure) {
  const crashes = new Crashes((name) => stack.services.journal.kill(name));
  const stack = await startFakedStack({
    preloads: { journal: CRASH_AT },
    env: { RPC_TIMEOUT_MS: String(CALL_TIMEOUT_MS) },
    serviceEnv: {
      journal: {
        CRASH_FILE: crashes.file,
        // Weather that a killed service was about to send is asked for again, until it comes.
        ...{ STAMP_PATIENCE_MS: '6000', STAMP_CHECK_MS: '500', STAMP_ATTEMPTS: '20' },
      },
    },
  });
  return { ...stack, own, crashes };
}
