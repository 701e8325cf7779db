import { type EventName, RemindersLetterDueV1 } from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { LettersService } from './letters.service.js';

@Controller()
export class LettersConsumer {
  constructor(private readonly letters: LettersService) {}

  @EventPattern<EventName>('reminders.letter.due.v1')
  async onDue(@Payload() letter: RemindersLetterDueV1): Promise<void> {
    await this.letters.request(letter);
  }
}
