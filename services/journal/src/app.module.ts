import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { JournalConfig } from './config.js';
import { DaysModule } from './days/days.module.js';
import { EntriesModule } from './entries/entries.module.js';
import { ImportModule } from './import/import.module.js';
import { SearchModule } from './search/search.module.js';
import { StampsModule } from './stamps/stamps.module.js';
import { TagsModule } from './tags/tags.module.js';

@Module({})
export class AppModule {
  static forRoot(config: JournalConfig): DynamicModule {
    const entries = EntriesModule.forRoot(config);
    const tags = TagsModule.forRoot(entries);
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'journal', config }),
        MongoModule.forRoot(config, 'journal'),
        EncryptionModule.forRoot(config, 'journal'),
        entries,
        DaysModule.forRoot(entries, tags),
        ImportModule.forRoot(entries),
        SearchModule.forRoot(entries),
        StampsModule.forRoot(entries),
        tags,
      ],
    };
  }
}
