import type {
  DeadLettersDto,
  ReplayDto,
  ServiceStateDto,
} from '@inner-weather/contracts/administration/service-state.dto';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { QueueRequest } from '@inner-weather/contracts/rpc/state';
import { Controller, type Type } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { OwnDeadLetters } from '../events/own-dead-letters.js';
import { ServiceState } from './service-state.js';

/** The calls that every service answers, under its own name. */
export function stateControllerOf(service: ServiceName): Type {
  @Controller()
  class StateController {
    constructor(
      private readonly state: ServiceState,
      private readonly deadLetters: OwnDeadLetters,
    ) {}

    @MessagePattern(`${service}.get-state`)
    getState(): Promise<ServiceStateDto> {
      return this.state.describe();
    }

    @MessagePattern(`${service}.list-dead-letters`)
    listDeadLetters(@Payload() { queue }: QueueRequest): Promise<DeadLettersDto> {
      return this.deadLetters.list(queue);
    }

    @MessagePattern(`${service}.replay-dead-letters`)
    replayDeadLetters(@Payload() { queue }: QueueRequest): Promise<ReplayDto> {
      return this.deadLetters.replay(queue);
    }
  }
  return StateController;
}
