import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { BytesServer } from '../bytes/bytes-server.js';
import { Incoming } from '../bytes/incoming.js';
import { Tickets } from '../bytes/tickets.js';
import { MediaConfig } from '../config.js';
import { PictureReader } from '../pictures/picture-reader.js';
import { PhotoSealing } from '../sealing/photo-sealing.js';
import { PhotoStore } from '../store/photo-store.js';
import { storeOf } from '../store/store-of.js';
import { Departures } from './departures.js';
import { ErasureService } from './erasure.service.js';
import { EventsConsumer } from './events.consumer.js';
import { Inventory } from './inventory.js';
import { JournalReader } from './journal-reader.js';
import { Photo, PhotoSchema } from './photo.schema.js';
import { PhotoPixels } from './photo-pixels.js';
import { PhotosController } from './photos.controller.js';
import { PhotosRepository } from './photos.repository.js';
import { PhotosService } from './photos.service.js';
import { RoomService } from './room.service.js';
import { Stray, StraySchema } from './stray.schema.js';
import { StraysRepository } from './strays.repository.js';

@Module({})
export class PhotosModule {
  /** Throws an Error if the settings do not name one store. */
  static forRoot(config: MediaConfig): DynamicModule {
    return {
      module: PhotosModule,
      imports: [
        LimitsModule.forRoot(config),
        MongooseModule.forFeature([
          { name: Photo.name, schema: PhotoSchema },
          { name: Stray.name, schema: StraySchema },
        ]),
      ],
      controllers: [PhotosController, EventsConsumer],
      providers: [
        { provide: MediaConfig, useValue: config },
        { provide: PhotoStore, useValue: storeOf(config) },
        KeyedIds,
        Incoming,
        Tickets,
        BytesServer,
        PictureReader,
        PhotoSealing,
        PhotoPixels,
        PhotosRepository,
        PhotosService,
        JournalReader,
        RoomService,
        StraysRepository,
        Inventory,
        Departures,
        ErasureService,
      ],
    };
  }
}
