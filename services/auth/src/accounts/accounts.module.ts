import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountErasersService } from './account-erasers.service.js';
import { AddressesRepository } from './addresses.repository.js';
import { CurrentPasswordService } from './current-password.service.js';
import { GuessLimitsService } from './guess-limits.service.js';
import { User, UserSchema } from './user.schema.js';
import { UsersRepository } from './users.repository.js';

/** Stored accounts and their passwords. The modules of the other rooms build on this one. */
@Module({
  imports: [DiscoveryModule, MongooseModule.forFeature([{ name: User.name, schema: UserSchema }])],
  providers: [
    provideOutboxRelay(User.name),
    UsersRepository,
    AddressesRepository,
    CurrentPasswordService,
    GuessLimitsService,
    AccountErasersService,
  ],
  exports: [
    UsersRepository,
    AddressesRepository,
    CurrentPasswordService,
    GuessLimitsService,
    AccountErasersService,
  ],
})
export class AccountsModule {}
