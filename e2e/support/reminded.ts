import { readFileSync } from 'node:fs';
import { type Db, MongoClient } from 'mongodb';
import { startFakePush } from '@inner-weather/testing/fakes/push';
import { startFakedStack } from './stacks/faked-stack.js';
import { selfMadeAuthority } from './network/tls.js';

/** A stack in one process whose reminders go to a push service of the suite's own, and the database of reminders. */
export async function startRemindedStack() {
  const authority = await selfMadeAuthority();
  const push = await startFakePush({
    cert: readFileSync(authority.certFile, 'utf8'),
    key: readFileSync(authority.keyFile, 'utf8'),
  });
  const stack = await startFakedStack({
    together: true,
    env: { NODE_EXTRA_CA_CERTS: authority.caFile },
    serviceEnv: {
      reminders: {
        REMINDERS_PUSH_HOSTS: push.host,
        REMINDERS_PUSH_PRIVATE: 'on',
        REMINDERS_CHECK_MS: '200',
      },
    },
  });
  const client = await new MongoClient(stack.infrastructure.mongoUrl).connect();
  const db = client.db(`${stack.infrastructure.mongoDb}_reminders`);
  const stop = async (): Promise<void> => {
    await client.close();
    await stack.stop();
    await push.close();
    authority.remove();
  };
  return { ...stack, push, db, stop };
}

export type RemindedStack = Awaited<ReturnType<typeof startRemindedStack>>;

/** Makes a person's reminder due at this moment, although something may have been written today. @param db of reminders */
export async function makeDue(db: Db, userId: string, at = new Date()): Promise<void> {
  const nextDay = at.toISOString().slice(0, 10);
  await db
    .collection<{ _id: string }>('reminders')
    .updateOne({ _id: userId }, { $set: { nextAt: at, nextDay, wakeAt: at }, $unset: { writtenDay: 1 } });
}

/** Makes a person's weekly letter due at this moment, although there may have been one in this week. @param db of reminders */
export async function makeLetterDue(db: Db, userId: string): Promise<void> {
  const now = new Date();
  const nextDay = now.toISOString().slice(0, 10);
  await db
    .collection<{ _id: string }>('letters')
    .updateOne({ _id: userId }, { $set: { nextAt: now, nextDay }, $unset: { lastWeek: 1 } });
}
