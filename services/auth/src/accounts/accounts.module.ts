import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountErasersService } from './account-erasers.service.js';
import { AddressesRepository } from './addresses.repository.js';
import { User, UserSchema } from './user.schema.js';
import { UsersRepository } from './users.repository.js';

/** Accounts as they are stored. It stands below the other rooms, which all build on it. */
@Module({
  imports: [DiscoveryModule, MongooseModule.forFeature([{ name: User.name, schema: UserSchema }])],
  providers: [provideOutboxRelay(User.name), UsersRepository, AddressesRepository, AccountErasersService],
  exports: [UsersRepository, AddressesRepository, AccountErasersService],
})
export class AccountsModule {}
