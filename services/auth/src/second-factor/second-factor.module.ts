import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactor, SecondFactorSchema } from './second-factor.schema.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Codes of an authenticator app, and recovery codes. */
@Module({
  imports: [
    AccountsModule,
    SessionsModule,
    MongooseModule.forFeature([{ name: SecondFactor.name, schema: SecondFactorSchema }]),
  ],
  controllers: [SecondFactorController],
  providers: [SecondFactorsRepository, SecondFactorService],
  exports: [SecondFactorService, SecondFactorsRepository],
})
export class SecondFactorModule {}
