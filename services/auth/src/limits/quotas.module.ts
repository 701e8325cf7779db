import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { AuthConfig } from '../config.js';
import { QuotasService } from './quotas.service.js';

/** Counting against quotas, for every room. Only the AppModule imports it, once: each import would count by itself. */
@Global()
@Module({ providers: [QuotasService], exports: [QuotasService] })
export class QuotasModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return { module: QuotasModule, imports: [LimitsModule.forRoot(config)], exports: [LimitsModule] };
  }
}
