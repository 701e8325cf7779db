import { type EventName, InsightsLetterWrittenV1 } from '@inner-weather/contracts/messaging/events';
import { EventContext } from '@inner-weather/platform/events/event-context';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { LettersService } from './letters.service.js';

@Controller()
export class LettersConsumer {
  constructor(private readonly letters: LettersService) {}

  @EventPattern<EventName>('insights.letter.written.v1')
  async onWritten(
    @Payload() letter: InsightsLetterWrittenV1,
    @Ctx() { lastAttempt }: EventContext,
  ): Promise<void> {
    await this.letters.announce(letter, lastAttempt);
  }
}
