import { type DynamicModule, Global, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { MongoServiceConfig } from '../config.js';
import { StoredDataKey, StoredDataKeySchema } from './data-key.schema.js';
import { DataKeys } from './data-keys.js';
import { FieldEncryption } from './field-encryption.js';
import { MasterKeys } from './master-keys.js';

/** Encrypts fields of documents. Import it once, in the AppModule, together with the MongoModule. */
@Global()
@Module({})
export class EncryptionModule implements OnApplicationBootstrap {
  constructor(private readonly keys: DataKeys) {}

  /** A missing master key prevents startup. Otherwise users would find their journals unreadable. */
  async onApplicationBootstrap(): Promise<void> {
    await this.keys.assertUnwrappable();
  }

  /** Throws an Error that names MASTER_KEYS_FILE if its keys cannot be used. */
  static forRoot({ MASTER_KEYS_FILE }: MongoServiceConfig, service: string): DynamicModule {
    const masterKeys = new MasterKeys(MASTER_KEYS_FILE);
    return {
      module: EncryptionModule,
      imports: [MongooseModule.forFeature([{ name: StoredDataKey.name, schema: StoredDataKeySchema }])],
      providers: [
        {
          provide: DataKeys,
          inject: [getModelToken(StoredDataKey.name)],
          useFactory: (stored: Model<StoredDataKey>) => new DataKeys(stored, masterKeys, service),
        },
        {
          provide: FieldEncryption,
          inject: [DataKeys],
          useFactory: (keys: DataKeys) => new FieldEncryption(keys),
        },
      ],
      exports: [DataKeys, FieldEncryption],
    };
  }
}
