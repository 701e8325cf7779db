import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REMINDER_PROBLEMS } from '@inner-weather/domain/problems/reminder-problems';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import { Injectable } from '@nestjs/common';
import { bodyIn, titleIn } from '../push/messages.js';
import { nextOccurrence, occurrencesAfter } from './occurrences.js';
import type { Reminder } from './reminder.schema.js';
import { RemindersRepository } from './reminders.repository.js';
import { calendarFileOf, calendarOf } from '../calendar/calendar.js';

const DAY_MS = 24 * 60 * 60_000;
/** Days that a calendar looks back and ahead. Calendar apps read it again within hours or days. */
const DAYS_BACK = 1;
const DAYS_AHEAD = 60;

/** The calendar behind a secret link, and the file to import once: for people without push. */
@Injectable()
export class FeedsService {
  constructor(private readonly reminders: RemindersRepository) {}

  /** The secret of a new link. An earlier one ends. The person must have settings. */
  async make(userId: string): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    await this.reminders.setFeed(userId, hashOf(secret));
    return secret;
  }

  /** Ends the link, if it was made before this moment. */
  revoke(userId: string, madeBefore?: Date): Promise<void> {
    return this.reminders.endFeed(userId, madeBefore);
  }

  /** Throws `not_found` for a link that was revoked or never made. */
  async read(secret: string): Promise<string> {
    const reminder = await this.reminders.findFeed(hashOf(secret));
    if (!reminder) throw new DomainError('not_found', problem(REMINDER_PROBLEMS.no_such_calendar));
    const now = Date.now();
    const events = datesOf(reminder, now).map(({ at, day }) => ({ ...shownOf(reminder, day), at }));
    return calendarOf('Inner Weather', reminder.language, events, now);
  }

  /** The settings as one event that repeats, to import once. Throws `not_found` while reminders are off. */
  async file(userId: string): Promise<string> {
    const reminder = await this.reminders.find(userId);
    if (!reminder?.on) throw new DomainError('not_found', problem(REMINDER_PROBLEMS.no_reminders));
    const { time, timeZone, dayEndsAt, language } = reminder;
    const now = Date.now();
    const { day } = nextOccurrence(reminder, now);
    // A time before the end of the day is on the date after it.
    const shift = Number(time.slice(0, 2)) < dayEndsAt ? 1 : 0;
    const first = `${dayName(dayNumber(day) + shift)}T${time}`;
    const weekdays = reminder.weekdays.map((weekday) => ((weekday - 1 + shift) % 7) + 1);
    const event = { ...shownOf(reminder, 'repeating'), first, timeZone, weekdays };
    return calendarFileOf(event, language, now);
  }
}

/** @param name tells the events of one person apart */
const shownOf = ({ _id, language }: Reminder, name: string) => ({
  uid: `${name}.${hashOf(_id).slice(0, 16)}@inner-weather`,
  title: titleIn(language),
  text: bodyIn(language),
});

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
