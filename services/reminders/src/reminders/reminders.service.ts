import { createHash } from 'node:crypto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type {
  ReminderDeviceDto,
  RemindersDto,
  SubscribeDto,
  TestedRemindersDto,
} from '@inner-weather/contracts/reminders/reminders.dto';
import type {
  AccountRequest,
  DeviceRequest,
  SetLetterRequest,
  SetRemindersRequest,
  SubscribeRequest,
} from '@inner-weather/contracts/rpc/reminders';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { REMINDER_PROBLEMS } from '@inner-weather/domain/problems/reminder-problems';
import { deviceOf } from '@inner-weather/platform/device';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { Injectable } from '@nestjs/common';
import { testIn } from '../push/messages.js';
import { PushClient } from '../push/push-client.js';
import { isP256Point } from '../push/vapid.js';
import { LettersService } from '../letters/letters.service.js';
import { copied, followed, followsOther } from './account.js';
import type { Device } from './device.schema.js';
import { DevicesRepository } from './devices.repository.js';
import { JournalReader } from './journal-reader.js';
import { occurrencesAfter } from './occurrences.js';
import type { Reminder } from './reminder.schema.js';
import { type Planned, RemindersRepository, type Settings } from './reminders.repository.js';
import { Sender } from './sender.js';

/** Before a person has chosen anything. */
const DEFAULTS = { on: false, time: '21:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };

/** Seconds for which a test waits at the push service. */
const TEST_TTL_S = 60;

/** What a signed-in person does with reminders. */
@Injectable()
export class RemindersService {
  constructor(
    private readonly reminders: RemindersRepository,
    private readonly devices: DevicesRepository,
    private readonly dataKeys: DataKeys,
    private readonly push: PushClient,
    private readonly sender: Sender,
    private readonly journal: JournalReader,
    private readonly letters: LettersService,
  ) {}

  /** The settings follow the account, if its time zone, language or end of the day has changed. */
  async get(account: AccountRequest): Promise<RemindersDto> {
    const [reminder, letter, devices] = await Promise.all([
      this.follow(account),
      this.letters.get(account),
      this.devices.list([account.userId]),
    ]);
    const { on, time, weekdays } = reminder ?? DEFAULTS;
    return {
      ...{ on, time, weekdays },
      template: reminder?.template ?? null,
      timeZone: reminder?.timeZone ?? account.timeZone ?? 'UTC',
      nextAt: reminder?.nextAt?.toISOString() ?? null,
      letter,
      devices: devices.map(shown),
      hasFeed: reminder?.feedHash !== undefined,
      vapidPublicKey: this.push.publicKey,
    };
  }

  /** Throws `unauthenticated` if the account was deleted. */
  async set({ settings, ...account }: SetRemindersRequest): Promise<RemindersDto> {
    const { on, time, weekdays, timeZone: ofDevice } = settings;
    const { userId } = account;
    const stored = await this.reminders.find(userId);
    const template = settings.template === undefined ? stored?.template : (settings.template ?? undefined);
    const ofAccount = copied(account, ofDevice, stored);
    const { timeZone, dayEndsAt } = ofAccount;
    await this.store(
      userId,
      { on, time, weekdays: [...weekdays].sort(), template, ...ofAccount },
      // Until now, nobody noted what this person wrote.
      stored ? undefined : await this.journal.writtenToday(userId, timeZone, dayEndsAt),
    );
    return this.get(account);
  }

  /** Throws `unauthenticated` if the account was deleted. */
  async setLetter({ letter, ...account }: SetLetterRequest): Promise<RemindersDto> {
    await this.letters.set(account, letter);
    await this.assertNotTooLate(account.userId);
    return this.get(account);
  }

  /** Throws `validation_failed` for an unknown push service, keys that are none, or one device too many. */
  async subscribe({ userId, subscription, userAgent }: SubscribeRequest): Promise<ReminderDeviceDto> {
    this.check(subscription);
    const { endpoint, keys } = subscription;
    const _id = createHash('sha256').update(`${userId} ${endpoint}`).digest('base64url');
    const device = { _id, userId, userAgent, createdAt: new Date() };
    await this.devices.add(device, { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
    await this.assertNotTooLate(userId);
    if ((await this.devices.count(userId)) > LIMITS.reminderDevicesMax) {
      await this.devices.remove(userId, _id);
      const { reminderDevicesMax: max } = LIMITS;
      throw new DomainError('validation_failed', problem(REMINDER_PROBLEMS.too_many_devices, { max }));
    }
    return shown(device);
  }

  /** Throws `not_found`, also for another person's device. */
  async unsubscribe({ userId, deviceId }: DeviceRequest): Promise<null> {
    if (await this.devices.remove(userId, deviceId)) return null;
    throw new DomainError('not_found', problem(REMINDER_PROBLEMS.no_such_device));
  }

  /** Sends a message to each device now. */
  async test({ userId, language = 'en' }: AccountRequest): Promise<TestedRemindersDto> {
    const devices = await this.devices.list([userId]);
    const payload = JSON.stringify(testIn(language));
    const { sent, failed, ended } = await this.sender.send(devices, {
      payload,
      topic: 'test',
      ttlS: TEST_TTL_S,
    });
    return { sent, failed, ended };
  }

  /** Keeps settings for a person who has none yet, such as before a link is made. */
  async ensure(account: AccountRequest): Promise<void> {
    const { userId, timeZone = 'UTC', language = 'en', dayEndsAt = 0 } = account;
    if (await this.reminders.find(userId)) return;
    const writtenDay = await this.journal.writtenToday(userId, timeZone, dayEndsAt);
    await this.store(userId, { ...DEFAULTS, timeZone, language, dayEndsAt }, writtenDay);
  }

  /** The settings of a person, as the account says now. */
  private async follow(account: AccountRequest): Promise<Reminder | null> {
    const { userId } = account;
    const reminder = await this.reminders.find(userId);
    // One that is due is sent as it was planned.
    const isDue = reminder?.nextAt !== undefined && reminder.nextAt.getTime() <= Date.now();
    if (!reminder || isDue || !followsOther(account, reminder)) return reminder;
    const ofAccount = followed(account, reminder);
    const { timeZone, dayEndsAt, nextDay = '', remindedDay = '' } = reminder;
    const isMoved = ofAccount.timeZone !== timeZone || ofAccount.dayEndsAt !== dayEndsAt;
    // The next one is of the day of the last only if that was chosen since then: a later time for this day.
    const after = nextDay > remindedDay ? remindedDay : '';
    const plan = reminder.on && isMoved ? planned({ ...reminder, ...ofAccount }, after) : undefined;
    await this.reminders.follow(reminder, ofAccount, plan);
    return this.reminders.find(userId);
  }

  private async store(userId: string, settings: Settings, writtenDay?: string): Promise<void> {
    const { on, time, weekdays, timeZone, language, dayEndsAt, template } = settings;
    await this.dataKeys.forWriting(userId);
    await this.reminders.set(
      userId,
      { on, time, weekdays, timeZone, language, dayEndsAt, template },
      on ? planned(settings) : undefined,
      writtenDay,
    );
    await this.assertNotTooLate(userId);
  }

  /** The account may have been deleted, and its data erased, just before an insert. */
  private async assertNotTooLate(userId: string): Promise<void> {
    if (await this.dataKeys.isAlive(userId)) return;
    await this.purge(userId);
    throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.no_such_account));
  }

  /** Erases what is left of an account whose key is destroyed. */
  async purge(userId: string): Promise<void> {
    await Promise.all([
      this.reminders.delete(userId),
      this.letters.erase(userId),
      this.devices.removeAll(userId),
    ]);
  }

  private check({ endpoint, keys }: SubscribeDto): void {
    if (!this.push.isKnown(endpoint))
      throw new DomainError('validation_failed', {
        ...problem(REMINDER_PROBLEMS.endpoint_unknown),
        field: 'endpoint',
      });
    if (!isP256Point(keys.p256dh)) {
      const detail = { ...problem(REMINDER_PROBLEMS.subscription_keys_invalid), field: 'keys' };
      throw new DomainError('validation_failed', detail);
    }
  }
}

/** The next reminder, of a day after `after`. */
function planned(settings: Settings, after = ''): Planned {
  const occurrences = occurrencesAfter(settings, Date.now());
  for (;;) {
    const { at, day } = occurrences.next().value;
    if (day > after) return { nextAt: new Date(at), nextDay: day };
  }
}

const shown = ({ _id, userAgent, createdAt, lastSuccessAt }: Omit<Device, 'target'>): ReminderDeviceDto => ({
  id: _id,
  ...deviceOf(userAgent),
  createdAt: createdAt.toISOString(),
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
});
