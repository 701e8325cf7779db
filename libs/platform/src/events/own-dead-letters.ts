import type { DeadLettersDto, ReplayDto } from '@inner-weather/contracts/administration/service-state.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { LIMITS } from '@inner-weather/domain/limits';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { Logger } from '@nestjs/common';
import type { ChannelModel } from 'amqplib';
import type { Broker } from '../messaging/broker.js';
import { queuesOf } from '../messaging/topology.js';
import { walkDeadLetters } from './dead-letters.js';

/** Milliseconds after which a replay takes no further message, so that its answer arrives in time. */
const REPLAY_MS = 2_500;

const unavailable = () => new DomainError('unavailable', problem(REQUEST_PROBLEMS.part_unreachable), 2);

/** The dead letters of one service's queues, for the administrator's page. Only their consumer may read them. */
export class OwnDeadLetters {
  private readonly logger = new Logger(OwnDeadLetters.name);
  private readonly queues: string[];
  private model?: ChannelModel;

  constructor(
    private readonly broker: Broker,
    service: ServiceName,
  ) {
    this.queues = queuesOf(service, 1).flatMap(({ name, broadcast }) => (broadcast ? [] : [name]));
    // Messages are published here, so this connection is the one that the broker may block.
    broker.publishing.addChannel({
      label: 'dead letters',
      open: (model) => model.createChannel(),
      setUp: ({ model }) => {
        this.model = model;
        return Promise.resolve();
      },
      onDown: () => (this.model = undefined),
    });
  }

  /** The oldest ones. Throws `not_found` for other queues than the service's own, `unavailable`. */
  async list(queue: string): Promise<DeadLettersDto> {
    const { total, results } = await this.walk(queue, () => 'keep', LIMITS.deadLettersPage);
    const letters = results.map(({ letter: { payload: _payload, ...letter } }) => letter);
    return { total, letters };
  }

  /** As many as there is time for, the oldest first; consumers are idempotent. Throws as `list` does. */
  async replay(queue: string): Promise<ReplayDto> {
    const endMs = Date.now() + REPLAY_MS;
    const judge = () => (Date.now() < endMs ? 'replay' : 'keep');
    const { total, results } = await this.walk(queue, judge, LIMITS.replayBatch);
    const replayed = results.filter(({ verdict }) => verdict === 'replay').length;
    this.logger.log({ queue, replayed, msg: 'dead letters were replayed' });
    return { replayed, left: total - replayed };
  }

  private async walk(queue: string, judge: () => 'keep' | 'replay', max: number) {
    if (!this.queues.includes(queue))
      throw new DomainError('not_found', problem(REQUEST_PROBLEMS.no_such_queue));
    if (!this.model || this.broker.publishing.isBlocked) throw unavailable();
    try {
      return await walkDeadLetters(this.model, queue, judge, max);
    } catch (err) {
      this.logger.warn({ err, queue, msg: 'dead letters could not be read' });
      throw unavailable();
    }
  }
}
