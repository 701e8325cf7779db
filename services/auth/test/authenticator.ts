import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { totpAt } from '@inner-weather/testing/totp';
import { jest } from '@jest/globals';
import { type AuthUnderTest, PASSWORD, sessionOf } from './harness.js';

const STEP_MS = 30_000;

/** The clock of service and test stands still from here on, until `advanceClock`. Timers go on. */
export function stopClock(now: number): void {
  jest.useFakeTimers({
    now,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

export function advanceClock(ms: number): void {
  jest.setSystemTime(Date.now() + ms);
}

/** What the app shows so many steps from now. */
export const codeOf = (secret: string, steps = 0): string => totpAt(secret, Date.now() + steps * STEP_MS);

/** What the app shows once its picture has changed. */
export function nextCode(secret: string): string {
  advanceClock(STEP_MS);
  return codeOf(secret);
}

/** People and their apps. */
export function authenticatorsOf(auth: AuthUnderTest) {
  const request = (grant: SessionGrant, code: string, currentPassword = PASSWORD) => ({
    userId: grant.user.id,
    sessionId: sessionOf(grant),
    proof: { currentPassword, code },
  });
  const begin = (grant: SessionGrant, currentPassword = PASSWORD) =>
    auth.call('auth.begin-second-factor', {
      userId: grant.user.id,
      sessionId: sessionOf(grant),
      proof: { currentPassword },
    });
  const confirm = (grant: SessionGrant, code: string) =>
    auth.call('auth.confirm-second-factor', request(grant, code));
  return {
    begin,
    confirm,
    stateOf: ({ user }: SessionGrant) => auth.call('auth.get-second-factor', { userId: user.id }),
    remove: (...args: Parameters<typeof request>) => auth.call('auth.remove-second-factor', request(...args)),
    renew: (...args: Parameters<typeof request>) => auth.call('auth.renew-recovery-codes', request(...args)),
    logIn: ({ user }: SessionGrant, code?: string, password = PASSWORD) =>
      auth.logIn({ email: user.email, password, ...(code !== undefined && { code }) }),
    turnOn: async (grant: SessionGrant) => {
      const { secret } = await begin(grant);
      return { secret, ...(await confirm(grant, nextCode(secret))) };
    },
  };
}
