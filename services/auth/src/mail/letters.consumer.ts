import { type EventName, InsightsLetterWrittenV1 } from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { LetterMailService } from './letter-mail.service.js';

@Controller()
export class LettersConsumer {
  constructor(private readonly letters: LetterMailService) {}

  @EventPattern<EventName>('insights.letter.written.v1')
  async onWritten(@Payload() letter: InsightsLetterWrittenV1): Promise<void> {
    await this.letters.send(letter);
  }
}
