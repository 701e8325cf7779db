import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsService } from './accounts.service.js';
import { AdministrationController } from './administration.controller.js';
import { InstallationService } from './installation.service.js';

/** What administrators see and decide. It stores nothing of its own. */
@Module({
  imports: [AccountsModule, SessionsModule, SecondFactorModule, MailModule, RegistrationModule],
  controllers: [AdministrationController],
  providers: [InstallationService, AccountsService],
})
export class AdministrationModule {}
