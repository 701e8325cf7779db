import { Module } from '@nestjs/common';
import { RecognitionModule } from '../recognition/recognition.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AdmissionService } from './admission.service.js';
import { LoginAttemptsService } from './login-attempts.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInEraser } from './sign-in.eraser.js';
import { SignInLimitsService } from './sign-in-limits.service.js';
import { SignInService } from './sign-in.service.js';

/** Logging in and signing up. */
@Module({
  imports: [AccountsModule, SessionsModule, RecognitionModule, RegistrationModule, SecondFactorModule],
  controllers: [SignInController],
  providers: [SignInService, AdmissionService, LoginAttemptsService, SignInLimitsService, SignInEraser],
})
export class SignInModule {}
