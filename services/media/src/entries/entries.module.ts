import { Module } from '@nestjs/common';
import { EntriesConsumer } from './entries.consumer.js';

@Module({ controllers: [EntriesConsumer] })
export class EntriesModule {}
