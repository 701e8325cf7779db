import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { MediaConfig } from './config.js';
import { PhotosModule } from './photos/photos.module.js';

@Module({})
export class AppModule {
  static forRoot(config: MediaConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'media', config }),
        MongoModule.forRoot(config, 'media'),
        EncryptionModule.forRoot(config, 'media'),
        PhotosModule.forRoot(config),
      ],
    };
  }
}
