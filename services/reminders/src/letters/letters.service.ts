import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { InsightsLetterWrittenV1 } from '@inner-weather/contracts/messaging/events';
import type { LetterDto, SetLetterDto } from '@inner-weather/contracts/reminders/reminders.dto';
import type { AccountRequest, LetterDelivery } from '@inner-weather/contracts/rpc/reminders';
import { problem } from '@inner-weather/domain/problems/problem';
import { REMINDER_PROBLEMS } from '@inner-weather/domain/problems/reminder-problems';
import type { Language } from '@inner-weather/languages/languages';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { Injectable } from '@nestjs/common';
import { RemindersConfig } from '../config.js';
import { letterIn, topicOfLetter } from '../push/messages.js';
import { copied, followed, followsOther } from '../reminders/account.js';
import { DevicesRepository } from '../reminders/devices.repository.js';
import { Sender } from '../reminders/sender.js';
import type { Letter } from './letter.schema.js';
import {
  type LetterSettings,
  LettersRepository,
  nextLetter,
  type PlannedLetter,
} from './letters.repository.js';
import { counter } from '@inner-weather/platform/metrics';

/** `outcome`: `requested` or `late` (too late to be written); of written ones `sent`, `failed` or `silent` (no device). */
export const letters = counter(
  {
    name: 'reminders_letters_total',
    help: 'Weekly letters, by what became of them',
    labelNames: ['outcome'] as const,
  },
  { of: 'reminders' },
);

/** Before a person has chosen anything. */
const DEFAULTS = { on: false, weekday: 7, time: '19:00', byMail: false, wordsInMail: false };

/** Seconds for which a push service keeps the message while the device is away: a day. */
const TTL_S = 24 * 60 * 60;

/** The weekly letter of a person: its settings, and the message to the devices when it is written. */
@Injectable()
export class LettersService {
  constructor(
    private readonly repository: LettersRepository,
    private readonly devices: DevicesRepository,
    private readonly sender: Sender,
    private readonly dataKeys: DataKeys,
    private readonly fields: FieldEncryption,
    private readonly config: RemindersConfig,
  ) {}

  /** The settings follow the account, as those of reminders do. */
  async get(account: AccountRequest): Promise<LetterDto> {
    const { userId } = account;
    let letter = await this.repository.find(userId);
    // One that is due is written as it was planned.
    const isDue = letter?.nextAt !== undefined && letter.nextAt.getTime() <= Date.now();
    if (letter && !isDue && followsOther(account, letter)) {
      const ofAccount = followed(account, letter);
      const plan = letter.on ? nextLetter({ ...letter, ...ofAccount }, Date.now()) : undefined;
      await this.repository.follow(letter, ofAccount, plan);
      letter = await this.repository.find(userId);
    }
    const { on, weekday, time, byMail, wordsInMail } = letter ?? DEFAULTS;
    const timeZone = letter?.timeZone ?? account.timeZone ?? 'UTC';
    return {
      on,
      weekday,
      time,
      byMail,
      wordsInMail,
      timeZone,
      nextAt: letter?.nextAt?.toISOString() ?? null,
    };
  }

  /** The account must be alive afterwards: the caller checks it. */
  async set(account: AccountRequest, { timeZone: ofDevice, ...choices }: SetLetterDto): Promise<void> {
    const { userId } = account;
    await this.dataKeys.forWriting(userId);
    for (;;) {
      const stored = await this.repository.find(userId);
      const settings = { ...choices, ...copied(account, ofDevice, stored) };
      if (await this.repository.set(userId, settings, planOf(settings, stored), stored)) return;
    }
  }

  /** How the letter is delivered beside the devices. */
  async delivery(userId: string): Promise<LetterDelivery> {
    const letter = await this.repository.find(userId);
    const { on, byMail, wordsInMail } = letter ?? DEFAULTS;
    return { on, byMail, wordsInMail, ...(letter && { stopSecret: await this.stopSecretOf(userId) }) };
  }

  /** Ends the mail, by the secret of the link in one: the letters themselves go on. Throws `not_found`. */
  async stopMail(secret: string): Promise<void> {
    const [userId = ''] = secret.split('.');
    // Looked up first: a guess must not create a data key.
    const letter = await this.repository.find(userId);
    if (!letter || !isSame(secret, await this.stopSecretOf(userId)))
      throw new DomainError('not_found', problem(REMINDER_PROBLEMS.no_such_letter_mail));
    await this.repository.stopMail(userId);
  }

  /**
   * Tells the devices of a person that the letter is there, each once: the latest week that a device was told of is noted,
   * and a message that was sent but not noted has the same topic. Throws while another event of this person is told, or if
   * a push service asks to repeat it, except in the last attempt.
   */
  async announce(letter: InsightsLetterWrittenV1, isLastAttempt: boolean): Promise<void> {
    const { userId } = letter;
    const settings = await this.repository.find(userId);
    if (!settings?.on) return;
    // One after the other: an event may arrive twice at once, or that of an earlier week again.
    const claim = await this.repository.claimDevices(userId, this.config.REMINDERS_LEASE_MS);
    if (!claim) throw new Error('another event is told to the devices of this person');
    try {
      await this.tell(letter, settings.language, isLastAttempt);
    } finally {
      await this.repository.releaseDevices(userId, claim);
    }
  }

  async erase(userId: string): Promise<void> {
    await this.repository.delete(userId);
  }

  private async tell(
    { userId, week, insightId }: InsightsLetterWrittenV1,
    language: Language,
    isLastAttempt: boolean,
  ): Promise<void> {
    const waiting = (await this.devices.list([userId])).filter(({ letterSent = '' }) => letterSent < week);
    const message = {
      payload: JSON.stringify(letterIn(language, week, insightId)),
      topic: topicOfLetter(week),
      ttlS: TTL_S,
    };
    const { sent, failed, laterMs } = await this.sender.send(waiting, message, { letterSent: week });
    if (laterMs !== undefined && !isLastAttempt) throw new Error('a push service asks to repeat a letter');
    letters().inc({ outcome: sent > 0 ? 'sent' : failed > 0 ? 'failed' : 'silent' });
  }

  /** The same in every mail, so that an old mail can end the next. Made with the data key, so nothing is stored. */
  private async stopSecretOf(userId: string): Promise<string> {
    return `${userId}.${await this.fields.fingerprint(userId, 'the mail about letters')}`;
  }
}

/** One that is due is written as it was planned, also if the settings change at this moment. */
function planOf({ on, ...settings }: LetterSettings, stored: Letter | null): PlannedLetter | undefined {
  if (!on) return undefined;
  const { nextAt, nextDay, lastWeek } = stored ?? {};
  const now = Date.now();
  if (nextAt && nextDay && nextAt.getTime() <= now) return { nextAt, nextDay };
  return nextLetter({ ...settings, lastWeek }, now);
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));
