import { startFakeMail } from '@inner-weather/testing/fake-mail';
import { CRASH_AT, Crashes } from './crashes.js';
import { startRemindedStack } from './reminded.js';

/** The address of the journal in mails. */
export const JOURNAL = 'https://journal.test';

/** Milliseconds after which reminders stop to wait for a push service. */
export const PUSH_TIMEOUT_MS = 3_000;

export type LetterStack = Awaited<ReturnType<typeof startLetterStack>>;

/** The stack of faults/reminded.spec.ts: `crashes` kills its reminders and its insights. */
export async function startLetterStack() {
  const mail = await startFakeMail();
  const crashes = {
    reminders: new Crashes((name) => stack.services.reminders.kill(name)),
    insights: new Crashes((name) => stack.services.insights.kill(name)),
  };
  const stack = await startRemindedStack(
    {
      CRASH_FILE: crashes.reminders.file,
      REMINDERS_LEASE_MS: '10000',
      REMINDERS_PUSH_TIMEOUT_MS: String(PUSH_TIMEOUT_MS),
    },
    {
      preloads: { reminders: CRASH_AT, insights: CRASH_AT },
      serviceEnv: {
        auth: { SMTP_URL: mail.url, PUBLIC_URL: JOURNAL },
        insights: { CRASH_FILE: crashes.insights.file, JOB_LEASE_MS: '1500', JOB_CHECK_MS: '200' },
      },
    },
  );
  const stop = async (): Promise<void> => {
    await stack.stop();
    await mail.close();
  };
  return { ...stack, mail, crashes, stop };
}
