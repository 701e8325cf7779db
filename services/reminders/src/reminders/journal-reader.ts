import { todayIn } from '@inner-weather/domain/time/local-time';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable, Logger } from '@nestjs/common';

@Injectable()
export class JournalReader {
  private readonly logger = new Logger(JournalReader.name);

  constructor(private readonly rpc: RpcClient) {}

  /** Whether something was written on this day. */
  async isWritten(userId: string, day: string): Promise<boolean> {
    const request = { userId, startDate: day, endDate: day, written: true, limit: 1, skipTotal: true };
    const entries = await this.rpc.call('journal.search-entries', request);
    return entries.length > 0;
  }

  /** Today, if something was written on it. Undefined also if journal does not answer: one reminder too many is harmless. */
  async writtenToday(userId: string, timeZone: string, dayEndsAt: number): Promise<string | undefined> {
    const today = todayIn(timeZone, Date.now(), dayEndsAt);
    try {
      return (await this.isWritten(userId, today)) ? today : undefined;
    } catch (error) {
      this.logger.warn({
        userId,
        err: error,
        msg: 'journal could not say whether something was written today',
      });
      return undefined;
    }
  }
}
