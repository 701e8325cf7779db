import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REMINDER_PROBLEMS } from '@inner-weather/domain/problems/reminder-problems';
import { Injectable } from '@nestjs/common';
import { bodyIn, titleIn } from '../push/messages.js';
import { occurrencesAfter } from './occurrences.js';
import type { Reminder } from './reminder.schema.js';
import { RemindersRepository } from './reminders.repository.js';
import { calendarOf } from '../calendar/calendar.js';

const DAY_MS = 24 * 60 * 60_000;
/** Days that a calendar looks back and ahead. Calendar apps read it again within hours or days. */
const DAYS_BACK = 1;
const DAYS_AHEAD = 60;

/** The calendar behind a secret link, for people without push. */
@Injectable()
export class FeedsService {
  constructor(private readonly reminders: RemindersRepository) {}

  /** The secret of a new link. An earlier one ends. The person must have settings. */
  async make(userId: string): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    await this.reminders.setFeed(userId, hashOf(secret));
    return secret;
  }

  revoke(userId: string): Promise<void> {
    return this.reminders.setFeed(userId, undefined);
  }

  /** Throws `not_found` for a link that was revoked or never made. */
  async read(secret: string): Promise<string> {
    const reminder = await this.reminders.findFeed(hashOf(secret));
    if (!reminder) throw new DomainError('not_found', problem(REMINDER_PROBLEMS.no_such_calendar));
    const now = Date.now();
    const { language } = reminder;
    const [title, text] = [titleIn(language), bodyIn(language)];
    const owner = hashOf(reminder._id).slice(0, 16);
    const events = datesOf(reminder, now).map(({ at, day }) => ({
      uid: `${day}.${owner}@inner-weather`,
      at,
      title,
      text,
    }));
    return calendarOf('Inner Weather', language, events, now);
  }
}

/** The reminders that a calendar shows: none of a day on which something was written. */
function datesOf(reminder: Reminder, now: number) {
  const dates = [];
  if (!reminder.on) return [];
  for (const date of occurrencesAfter(reminder, now - DAYS_BACK * DAY_MS)) {
    if (date.at > now + DAYS_AHEAD * DAY_MS) break;
    if (date.day > (reminder.writtenDay ?? '')) dates.push(date);
  }
  return dates;
}

/** The secret is random, so a plain hash cannot be guessed. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
