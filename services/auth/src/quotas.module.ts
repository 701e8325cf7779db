import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { AuthConfig } from './config.js';
import { QuotasService } from './quotas.service.js';

/** Quotas, for every room. Only the AppModule imports it, once: each import would have counters of its own. */
@Global()
@Module({ providers: [QuotasService], exports: [QuotasService] })
export class QuotasModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return { module: QuotasModule, imports: [LimitsModule.forRoot(config)], exports: [LimitsModule] };
  }
}
