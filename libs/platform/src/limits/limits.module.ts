import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { LimitedServiceConfig } from '../config.js';
import { Counter, CounterSchema } from './counter.schema.js';
import { Counters } from './counters.js';
import { RateLimiter } from './rate-limiter.js';

/** Counters and quotas in a service's own database. */
@Module({})
export class LimitsModule {
  static forRoot(config: LimitedServiceConfig): DynamicModule {
    return {
      module: LimitsModule,
      imports: [MongooseModule.forFeature([{ name: Counter.name, schema: CounterSchema }])],
      providers: [
        Counters,
        {
          provide: RateLimiter,
          inject: [Counters],
          useFactory: (counters: Counters) => new RateLimiter(counters, config),
        },
      ],
      exports: [Counters, RateLimiter],
    };
  }
}
