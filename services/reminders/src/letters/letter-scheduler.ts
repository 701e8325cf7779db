import { isoWeekOf } from '@inner-weather/domain/time/iso-week';
import { dayAt, dayName, dayNumber, OFFSET_MAX } from '@inner-weather/domain/time/local-time';
import { newEvent } from '@inner-weather/platform/outbox/outbox';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable, Logger } from '@nestjs/common';
import { RemindersConfig } from '../config.js';
import { PLANNED_MAX_MS } from '../reminders/occurrences.js';
import { letters } from './letters.service.js';
import { type DueLetter, LettersRepository, nextLetter } from './letters.repository.js';

/** Letters that one replica looks up at a time. */
const BATCH = 100;

/** Days of a letter. */
const DAYS = 7;

/** A letter that is later than this, in milliseconds, because the service was down, is left out. */
const LATE_MAX_MS = 48 * 60 * 60_000;

/** Has the letters that are due written. There is no lease, because a letter and the next one are planned by one write. */
@Injectable()
export class LetterScheduler extends RepeatedTasks {
  private readonly logger = new Logger(LetterScheduler.name);
  protected readonly tasks: RepeatedTask[];

  constructor(
    private readonly repository: LettersRepository,
    config: RemindersConfig,
  ) {
    super();
    this.tasks = [
      new RepeatedTask(
        'due letters',
        () => this.requestDue(),
        () => config.REMINDERS_CHECK_MS,
      ),
    ];
  }

  async requestDue(): Promise<void> {
    await this.replanWrong();
    for (;;) {
      const due = await this.repository.listDue(BATCH);
      let failed = 0;
      for (const letter of due) if (!(await this.requestOrLog(letter))) failed += 1;
      // Those that failed are still due, and would be looked up for ever.
      if (due.length < BATCH || failed === due.length) return;
    }
  }

  /** Otherwise a clock that was wrong for a moment would stop letters until the date that it showed. */
  private async replanWrong(): Promise<void> {
    const now = Date.now();
    const latestWeek = isoWeekOf(dayAt(now, OFFSET_MAX));
    for (const letter of await this.repository.listAfter(new Date(now + PLANNED_MAX_MS), BATCH)) {
      const { lastWeek, ...schedule } = letter;
      const isWrongWeek = lastWeek !== undefined && lastWeek > latestWeek;
      const planned = nextLetter(isWrongWeek ? schedule : letter, now);
      await this.repository.replan(letter, planned, isWrongWeek);
    }
  }

  /** One that fails blocks no other. */
  private async requestOrLog(letter: DueLetter): Promise<boolean> {
    try {
      await this.request(letter);
      return true;
    } catch (err) {
      this.logger.error({ userId: letter._id, err, msg: 'a letter could not be requested' });
      return false;
    }
  }

  private async request(letter: DueLetter): Promise<void> {
    const { _id: userId, nextAt, nextDay: endDate } = letter;
    const now = Date.now();
    const week = isoWeekOf(endDate);
    const isLate = now - nextAt.getTime() > LATE_MAX_MS;
    const startDate = dayName(dayNumber(endDate) - DAYS + 1);
    const events = isLate ? [] : [newEvent('reminders.letter.due.v1', { userId, week, startDate, endDate })];
    const after = Math.max(nextAt.getTime(), now - LATE_MAX_MS);
    const planned = nextLetter({ ...letter, lastWeek: week }, after);
    if (await this.repository.advance(letter, { ...planned, lastWeek: week }, events))
      letters().inc({ outcome: isLate ? 'late' : 'requested' });
  }
}
