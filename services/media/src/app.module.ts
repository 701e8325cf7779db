import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { MediaConfig } from './config.js';
import { EntriesModule } from './entries/entries.module.js';

@Module({})
export class AppModule {
  static forRoot(config: MediaConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [MessagingModule.forRoot({ service: 'media', config }), EntriesModule],
    };
  }
}
