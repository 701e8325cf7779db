import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type {
  MeasureDto,
  MeasuredRangeDto,
  MeasuresDto,
  TogetherDto,
  WithMoodDto,
} from '@inner-weather/contracts/measures/measures.dto';
import {
  GetMeasuredRequest,
  GetStatisticsRequest,
  SearchEntriesRequest,
} from '@inner-weather/contracts/rpc/journal';
import { type MoodList, NO_OWN_MOODS } from '@inner-weather/domain/entries/own-moods';
import type { ServiceConfig } from '@inner-weather/platform/config';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { Controller, type DynamicModule } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';

/** What the stand-in answers, in pages and whatever the range, and what it was asked. */
export class FakeJournal {
  entries: EntryDto[] = [];
  measures: MeasureDto[] = [];
  /** One value a day, newest first, of each measure. */
  values: number[] = [];
  /** How the first measure and the mood go together. */
  withMood: WithMoodDto[] = [];
  moods: MoodList = NO_OWN_MOODS;
  pageSize = 500;
  /** Runs before each answer; what it throws is the answer. */
  before: () => void | Promise<void> = () => undefined;
  readonly seen: SearchEntriesRequest[] = [];
  readonly measured: (GetMeasuredRequest | GetStatisticsRequest)[] = [];

  reset(): void {
    const { seen, measured } = this;
    Object.assign(this, new FakeJournal(), { seen, measured });
    seen.length = 0;
    measured.length = 0;
  }
}

/** Speaks for the journal on the suite's broker, through the transport that the journal itself uses. */
export function fakeJournalModule(journal: FakeJournal, config: ServiceConfig): DynamicModule {
  @Controller()
  class FakeJournalController {
    @MessagePattern('journal.search-entries')
    async search(@Payload() request: SearchEntriesRequest): Promise<RawReply> {
      journal.seen.push(request);
      await journal.before();
      const { entries, pageSize } = journal;
      const from = Number(request.cursor ?? 0);
      const until = from + pageSize;
      const meta = {
        total: String(entries.length),
        ...(until < entries.length && { nextCursor: String(until) }),
      };
      return new RawReply(Buffer.from(JSON.stringify(entries.slice(from, until))), meta);
    }

    @MessagePattern('journal.list-moods')
    moods(): MoodList {
      return journal.moods;
    }

    @MessagePattern('journal.get-range-version')
    version(): string {
      return JSON.stringify(journal.entries.map(({ _id, updatedAt }) => [_id, updatedAt]));
    }

    @MessagePattern('journal.list-measures')
    measures(): MeasuresDto {
      return { measures: journal.measures };
    }

    @MessagePattern('journal.get-measured')
    days(@Payload() request: GetMeasuredRequest): MeasuredRangeDto {
      journal.measured.push(request);
      const { measures, values } = journal;
      return { ...request, measures: measures.map(({ _id }) => ({ _id, days: [], values })) };
    }

    @MessagePattern('journal.get-together')
    together(@Payload() request: GetStatisticsRequest): TogetherDto {
      journal.measured.push(request);
      return { ...request, asked: journal.withMood.length, moods: journal.withMood, days: [] };
    }

    /** The transport wants a handler for everything that a journal follows. */
    @EventPattern(['weather.observation.ready.v1', 'weather.observation.failed.v1', 'auth.user.deleted.v1'])
    ignore(): void {
      return;
    }
  }

  return {
    module: class FakeJournalModule {},
    imports: [MessagingModule.forRoot({ service: 'journal', config })],
    controllers: [FakeJournalController],
  };
}
