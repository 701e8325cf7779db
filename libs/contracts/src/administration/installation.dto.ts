import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { IsBoolean, IsIn } from 'class-validator';
import { REGISTRATION_MODES, type RegistrationMode } from '../accounts/registration.dto.js';
import { MayBeAbsent, says } from '../validation/validators.js';
import { FailureDto } from './service-state.dto.js';
import { Doc, TIME, TIME_OR_NULL } from '../validation/documented.js';

/** The last backup, as the backup command recorded it. */
export class LastBackupDto {
  @Doc(TIME)
  finishedAt: string;

  @Doc('The version of Inner Weather that wrote it.')
  version: string;

  @Doc('Whether it contains the keys.')
  hasKeys: boolean;
}

/** The installation as auth knows it. */
export class InstallationDto {
  @Doc('How many accounts there are.')
  accounts: number;

  @Doc('When the first one was created.', TIME_OR_NULL)
  since: string | null;

  @Doc('Who may sign up.', { enum: REGISTRATION_MODES })
  registration: RegistrationMode;

  @Doc('REGISTRATION of the configuration. An administrator can choose this mode and stricter ones.', {
    enum: REGISTRATION_MODES,
  })
  widestRegistration: RegistrationMode;

  @Doc('Whether this installation can send password reset links by mail.')
  mail: boolean;

  @Doc('How many accounts administer the installation.')
  administrators: number;

  @Doc('How many of them have a password and no second factor.')
  administratorsWithoutSecondFactor: number;

  @Doc('When an administrator said that the keys are also kept elsewhere. Null: not yet.', TIME_OR_NULL)
  keysKeptElsewhereAt: string | null;

  @Doc('Null if the backup command never ran.', { type: LastBackupDto, nullable: true })
  lastBackup: LastBackupDto | null;
}

/** PATCH /admin/installation: absent fields are not changed. */
export class ChangeInstallationDto {
  @MayBeAbsent()
  @IsIn(REGISTRATION_MODES, says(ACCOUNT_PROBLEMS.registration_unknown))
  registration?: RegistrationMode;

  @Doc('Whether the encryption keys are also kept elsewhere.')
  @MayBeAbsent()
  @IsBoolean(says(ACCOUNT_PROBLEMS.keys_kept_boolean))
  keysKeptElsewhere?: boolean;
}

/** POST /admin/mail-tests. */
export class TestedMailDto {
  @Doc('The address of the administrator, to which it was sent.')
  email: string;

  @Doc('Why the mail server did not take it. Null: it has.', { type: FailureDto, nullable: true })
  failure: FailureDto | null;
}
