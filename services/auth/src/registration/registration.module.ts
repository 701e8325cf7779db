import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AdministratorService } from './administrator.service.js';
import { InstallationRepository } from './installation.repository.js';
import { Installation, InstallationSchema } from './installation.schema.js';
import { InvitationsService } from './invitations.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';
import { SignUpService } from './sign-up.service.js';

/** Signing up, invitations, and the installation's administrator. */
@Module({
  imports: [
    AccountsModule,
    IdentitiesModule,
    SignInModule,
    MailModule,
    PasskeysModule,
    MongooseModule.forFeature([{ name: Installation.name, schema: InstallationSchema }]),
  ],
  controllers: [RegistrationController],
  providers: [
    RegistrationService,
    SignUpService,
    InvitationsService,
    AdministratorService,
    InstallationRepository,
  ],
  exports: [AdministratorService, InstallationRepository, RegistrationService, SignUpService],
})
export class RegistrationModule {}
