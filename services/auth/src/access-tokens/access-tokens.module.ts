import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { AccessToken, AccessTokenSchema } from './access-token.schema.js';
import { AccessTokensController } from './access-tokens.controller.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';

/** Personal access tokens: keys for scripts. */
@Module({
  imports: [
    AccountsModule,
    SecondFactorModule,
    MongooseModule.forFeature([{ name: AccessToken.name, schema: AccessTokenSchema }]),
  ],
  controllers: [AccessTokensController],
  providers: [AccessTokensRepository, AccessTokensService],
  exports: [AccessTokensRepository, AccessTokensService],
})
export class AccessTokensModule {}
