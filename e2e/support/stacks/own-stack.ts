import type { Infrastructure } from '../../../deploy/local/infrastructure.mjs';
import { startFakedStack } from './faked-stack.js';

/**
 * Milliseconds after which a call is given up. A service notices within 4.5 s that its database is away, and its answer
 * should come first on a busy machine, too.
 */
export const CALL_TIMEOUT_MS = 8_000;

export type OwnStack = Awaited<ReturnType<typeof startOwnStack>>;

/** The stack of faults/own-infrastructure.spec.ts, whose broker and database may be stopped and killed. */
export async function startOwnStack(own: Infrastructure) {
  const stack = await startFakedStack({
    env: { RPC_TIMEOUT_MS: String(CALL_TIMEOUT_MS) },
    serviceEnv: {
      journal: { STAMP_PATIENCE_MS: '6000', STAMP_CHECK_MS: '500', STAMP_ATTEMPTS: '2' },
    },
  });
  return { ...stack, own };
}
