import { createECDH, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import type { SearchEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { startHarness } from '@inner-weather/platform/test/service-harness';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AppModule } from '../src/app.module.js';
import { RemindersConfig } from '../src/config.js';
import type { Letter } from '../src/letters/letter.schema.js';
import { LetterScheduler } from '../src/letters/letter-scheduler.js';
import { PushClient, type PushMessage, type PushOutcome, type PushTarget } from '../src/push/push-client.js';
import type { Device } from '../src/reminders/device.schema.js';
import { EntriesConsumer } from '../src/reminders/entries.consumer.js';
import { JournalReader } from '../src/reminders/journal-reader.js';
import type { Reminder } from '../src/reminders/reminder.schema.js';
import { Scheduler } from '../src/reminders/scheduler.js';

export type RemindersUnderTest = Awaited<ReturnType<typeof startReminders>>;

/** Two replicas of the service on a real broker and database, whose push service is a function of the test. */
export async function startReminders(settings: Partial<RemindersConfig> = {}) {
  const harness = await startHarness('reminders');
  const { call, db } = harness;
  const config = Object.assign(new RemindersConfig(), harness.settings, {
    VAPID_PRIVATE_KEY_FILE: testPushKey(),
    // A test says when to look for due reminders.
    REMINDERS_CHECK_MS: 24 * 60 * 60_000,
    ...settings,
  });
  const push = {
    sent: [] as { endpoint: string; message: PushMessage }[],
    answer: (_endpoint: string): PushOutcome | Promise<PushOutcome> => ({ outcome: 'sent' }),
  };
  const serve = () => harness.serve(AppModule.forRoot(config));
  const apps = [await serve(), await serve()] as const;
  /** Whether something is written on a day, on which a script has also set a value; no journal runs. */
  const journal = { isWritten: (_day: string): boolean | Promise<boolean> => false };
  for (const app of apps) {
    const call = async (_method: string, { startDate, written }: SearchEntriesRequest) =>
      !written || (await journal.isWritten(startDate)) ? [{}] : [];
    Object.assign(app.get(JournalReader), { rpc: { call } });
    app.get(PushClient).send = async ({ endpoint }: PushTarget, message: PushMessage) => {
      push.sent.push({ endpoint, message });
      return push.answer(endpoint);
    };
  }
  return {
    push,
    journal,
    /** For a test that says in which order events are handled. */
    entries: apps[0].get(EntriesConsumer),
    /** For a test that says what happens between two of its commands. */
    model: apps[0].get<Model<Reminder>>(getModelToken('Reminder')),
    reminders: db.collection<Reminder>('reminders'),
    devices: db.collection<Device>('devices'),
    letters: db.collection<Letter>('letters'),
    /** The events of the service. */
    published: harness.seen,
    configs: apps.map((app) => app.get(RemindersConfig)),
    schedulers: apps.map((app) => app.get(Scheduler)),
    letterSchedulers: apps.map((app) => app.get(LetterScheduler)),
    call,
    /** Adds a device of this person. */
    subscribe: (userId: string) =>
      call('reminders.subscribe', { userId, subscription: newSubscription(), userAgent: '' }),
    publish: <N extends EventName>(type: N, payload: EventMap[N] | object, messageId?: string) =>
      harness.fromStranger(type, JSON.stringify(payload), type, messageId),
    deadLetters: harness.deadLetters,
    stop: harness.stop,
  };
}

/** What a browser has after it subscribed to a push service that is known by default. */
export function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

function testPushKey(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'inner-weather-keys-')), 'vapid-private.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return file;
}
