import { Module } from '@nestjs/common';
import { AccessTokensModule } from '../access-tokens/access-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountChangesService } from './account-changes.service.js';
import { DeviceKeyService } from './device-key.service.js';
import { DeletionService } from './deletion.service.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** Reading, changing, exporting and deleting one's own account. */
@Module({
  imports: [
    AccountsModule,
    SessionsModule,
    AccessTokensModule,
    PasskeysModule,
    SignInModule,
    MailModule,
    RegistrationModule,
    OidcModule,
  ],
  controllers: [UsersController],
  providers: [UsersService, AccountChangesService, DeletionService, DeviceKeyService],
  exports: [DeletionService],
})
export class UsersModule {}
