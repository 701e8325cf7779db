import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EmailProofsModule } from '../email-proofs/email-proofs.module.js';
import { OneTimeLinksModule } from '../one-time-links/one-time-links.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AdministratorService } from './administrator.service.js';
import { InstallationRepository } from './installation.repository.js';
import { Installation, InstallationSchema } from './installation.schema.js';
import { InvitationsService } from './invitations.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationEraser } from './registration.eraser.js';
import { RegistrationService } from './registration.service.js';

/** Who may sign up, invitations, and the installation's administrator. */
@Module({
  imports: [
    AccountsModule,
    OneTimeLinksModule,
    EmailProofsModule,
    MongooseModule.forFeature([{ name: Installation.name, schema: InstallationSchema }]),
  ],
  controllers: [RegistrationController],
  providers: [
    RegistrationService,
    InvitationsService,
    AdministratorService,
    InstallationRepository,
    RegistrationEraser,
  ],
  exports: [RegistrationService, AdministratorService],
})
export class RegistrationModule {}
