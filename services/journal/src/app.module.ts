import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { JournalConfig } from './config.js';
import { BeginningsModule } from './beginnings/beginnings.module.js';
import { DaysModule } from './days/days.module.js';
import { EntriesModule } from './entries/entries.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ImportModule } from './import/import.module.js';
import { MeasuredModule } from './measured/measured.module.js';
import { MeasuresModule } from './measures/measures.module.js';
import { MoodsModule } from './moods/moods.module.js';
import { OwnListsModule } from './own-lists/own-lists.module.js';
import { SearchModule } from './search/search.module.js';
import { StampsModule } from './stamps/stamps.module.js';
import { StorageModule } from './storage/storage.module.js';
import { TagsModule } from './tags/tags.module.js';
import { WritingModule } from './writing/writing.module.js';

@Module({})
export class AppModule {
  static forRoot(config: JournalConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'journal', config }),
        MongoModule.forRoot(config, 'journal'),
        EncryptionModule.forRoot(config, 'journal'),
        // In the order of their dependencies: a module imports only modules that stand before it.
        EntriesModule.forRoot(config),
        StorageModule,
        OwnListsModule,
        MeasuresModule,
        MoodsModule,
        BeginningsModule,
        StampsModule,
        ErasureModule,
        WritingModule,
        ImportModule,
        SearchModule,
        TagsModule,
        DaysModule,
        MeasuredModule,
      ],
    };
  }
}
