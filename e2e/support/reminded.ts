import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { seal, sealingKey } from '@inner-weather/platform/encryption/sealed-bytes';
import type { FakePush } from '@inner-weather/testing/fake-push';
import { type Db, MongoClient } from 'mongodb';
import { startFakePush } from '@inner-weather/testing/fake-push';
import { startFakedStack } from './faked-stack.js';
import { selfMadeAuthority } from './tls.js';

/**
 * A stack whose reminders go to a push service of the suite's own, and the database of reminders.
 * @param settings of reminders
 * @param others options of the stack, and the settings of other services
 */
export async function startRemindedStack(
  settings: NodeJS.ProcessEnv = {},
  { serviceEnv, ...others }: Parameters<typeof startFakedStack>[0] = {},
) {
  const authority = await selfMadeAuthority();
  const push = await startFakePush({
    cert: readFileSync(authority.certFile, 'utf8'),
    key: readFileSync(authority.keyFile, 'utf8'),
  });
  const stack = await startFakedStack({
    ...others,
    serviceEnv: {
      ...serviceEnv,
      reminders: {
        NODE_EXTRA_CA_CERTS: authority.caFile,
        REMINDERS_PUSH_HOSTS: push.host,
        REMINDERS_PUSH_PRIVATE: 'on',
        REMINDERS_CHECK_MS: '200',
        ...settings,
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

/** Makes a person's reminder due at this moment. */
export async function makeDue(db: Db, userId: string, at = new Date()): Promise<void> {
  const nextDay = at.toISOString().slice(0, 10);
  await db
    .collection<{ _id: string }>('reminders')
    .updateOne({ _id: userId }, { $set: { nextAt: at, nextDay, wakeAt: at } });
}

/** Makes a person's weekly letter due at this moment, although there may have been one in this week. @param db of reminders */
export async function makeLetterDue(db: Db, userId: string): Promise<void> {
  const now = new Date();
  const nextDay = now.toISOString().slice(0, 10);
  await db
    .collection<{ _id: string }>('letters')
    .updateOne({ _id: userId }, { $set: { nextAt: now, nextDay }, $unset: { lastWeek: 1 } });
}

/**
 * Stores people with a device each, whose reminders are due at this moment, as the service would. The ids of their
 * devices at the push service, by person.
 */
export async function addPeople(
  { db, masterKeys, push }: Pick<RemindedStack, 'db' | 'masterKeys'> & { push: FakePush },
  count: number,
  at: Date,
): Promise<Map<string, string>> {
  const [masterKey = '', secret = ''] = readFileSync(masterKeys, 'utf8').trim().split(':');
  const master = sealingKey(Buffer.from(secret, 'base64'));
  const people = Array.from({ length: count }, (_, n) => {
    const userId = `person-${n}`;
    const { id, endpoint, keys } = push.subscribe();
    const deviceId = createHash('sha256').update(`${userId} ${endpoint}`).digest('base64url');
    const key = sealingKey();
    const target = seal(
      key,
      ['devices.target', userId, deviceId],
      Buffer.from(JSON.stringify({ endpoint, keys })),
    );
    const wrapped = seal(master, ['data key', 'reminders', userId], key.secret.export());
    return {
      id,
      key: { _id: userId, wrapped, masterKey, createdAt: at },
      device: { _id: deviceId, userId, target, userAgent: '', createdAt: at },
      reminder: {
        ...{ _id: userId, on: true, time: '21:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
        ...{ timeZone: 'UTC', dayEndsAt: 0, language: 'en' },
        ...{ nextAt: at, nextDay: at.toISOString().slice(0, 10), wakeAt: at },
      },
    };
  });
  const insert = (name: string, documents: object[]) =>
    db.collection(name).insertMany(documents, { ordered: false });
  await insert(
    'datakeys',
    people.map(({ key }) => key),
  );
  await insert(
    'devices',
    people.map(({ device }) => device),
  );
  await insert(
    'reminders',
    people.map(({ reminder }) => reminder),
  );
  return new Map(people.map(({ key, id }) => [key._id, id]));
}
