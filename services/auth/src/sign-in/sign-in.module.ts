import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { KnownAddress, KnownAddressSchema, KnownDevice, KnownDeviceSchema } from './known.schema.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { KnownDevicesRepository } from './known-devices.repository.js';
import { LoginAttemptsService } from './login-attempts.service.js';
import { LoginLimitsService } from './login-limits.service.js';
import { RecognitionService } from './recognition.service.js';
import { SignInCompletionService } from './sign-in-completion.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

/** Logging in, its limits, and the networks and browsers with which accounts have logged in before. */
@Module({
  imports: [
    AccountsModule,
    SessionsModule,
    SecondFactorModule,
    PasskeysModule,
    MongooseModule.forFeature([
      { name: KnownAddress.name, schema: KnownAddressSchema },
      { name: KnownDevice.name, schema: KnownDeviceSchema },
    ]),
  ],
  controllers: [SignInController],
  providers: [
    SignInService,
    SignInCompletionService,
    LoginAttemptsService,
    LoginLimitsService,
    KnownAddressesRepository,
    KnownDevicesRepository,
    RecognitionService,
  ],
  exports: [SignInService, SignInCompletionService, RecognitionService],
})
export class SignInModule {}
