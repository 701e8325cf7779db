import { randomUUID } from 'node:crypto';
import type { JournalEntryCreatedV1 } from '@inner-weather/contracts/messaging/events';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/messaging/topology';
import { PassOnFilter, validationPipe } from '@inner-weather/platform/errors';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { AppModule } from '../src/app.module.js';
import { MediaConfig } from '../src/config.js';
import { newestEntry } from '../src/entries/metrics.js';

const CREATED = 'journal.entry.created.v1';
const DEAD_LETTERS = 'media.on-entry.dlq';

describe('media, on a real broker', () => {
  let infrastructure: TestInfrastructure;
  let app: INestMicroservice;
  let wire: ChannelModel;
  let channel: Channel;

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
    const { amqpUrl: AMQP_URL } = infrastructure;
    const config = Object.assign(new MediaConfig(), { AMQP_URL, RETRY_DELAY_FACTOR: 0.01 });
    app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(AppModule.forRoot(config), {
      logger: false,
      inject: [AmqpServer],
      useFactory: (strategy: AmqpServer) => ({ strategy }),
    });
    app.useGlobalPipes(validationPipe());
    app.useGlobalFilters(new PassOnFilter());
    await app.listen();
    await app.get(Broker).whenUp();
    wire = await connect(AMQP_URL);
    channel = await wire.createChannel();
  });

  afterAll(async () => {
    await wire.close();
    await app.close();
    await infrastructure.close();
  });

  const publish = (payload: object, messageId: string = randomUUID()) =>
    channel.publish(EVENTS_EXCHANGE, CREATED, Buffer.from(JSON.stringify(payload)), {
      type: CREATED,
      messageId,
      persistent: true,
    });

  const created = (createdAt: string): JournalEntryCreatedV1 => ({
    entryId: randomUUID(),
    userId: 'ana',
    createdAt,
    day: createdAt.slice(0, 10),
    location: 'Porto',
    weatherKey: `porto@${createdAt}`,
    weatherStatus: 'pending',
  });

  const newestIs = (createdAt: string) =>
    eventually(async () => {
      const [newest] = (await newestEntry().get()).values;
      expect(newest?.value).toBe(Date.parse(createdAt) / 1_000);
    });

  const deadLetters = async () => (await channel.checkQueue(DEAD_LETTERS)).messageCount;

  it('handles an event that is delivered twice as if it came once', async () => {
    const event = created('2026-11-20T08:00:00.000Z');
    const later = created('2026-11-20T09:00:00.000Z');
    for (const one of [event, event, later]) publish(one, one.entryId);
    await newestIs(later.createdAt);
    expect(await deadLetters()).toBe(0);
  });

  it('puts an event that it cannot read into the DLQ, and goes on', async () => {
    publish({ entryId: 'no time' });
    await eventually(async () => expect(await deadLetters()).toBe(1));
    const next = created('2026-11-20T10:00:00.000Z');
    publish(next);
    await newestIs(next.createdAt);
  });
});
