import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { KnownAddress, KnownAddressSchema, KnownDevice, KnownDeviceSchema } from './known.schema.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { KnownDevicesRepository } from './known-devices.repository.js';
import { RecognitionEraser } from './recognition.eraser.js';
import { RecognitionService } from './recognition.service.js';

/** Networks and browsers with which an account has logged in before. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: KnownAddress.name, schema: KnownAddressSchema },
      { name: KnownDevice.name, schema: KnownDeviceSchema },
    ]),
  ],
  providers: [KnownAddressesRepository, KnownDevicesRepository, RecognitionService, RecognitionEraser],
  exports: [RecognitionService],
})
export class RecognitionModule {}
