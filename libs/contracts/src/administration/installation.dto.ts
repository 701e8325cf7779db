import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { IsBoolean, IsIn } from 'class-validator';
import { REGISTRATION_MODES, type RegistrationMode } from '../accounts/registration.dto.js';
import { says } from '../validation/says.js';
import { MayBeAbsent } from '../validation/validators.js';
import { FailureDto } from './service-state.dto.js';

/** The last backup, as the backup command recorded it. */
export class LastBackupDto {
  @ApiProperty({ format: 'date-time' })
  finishedAt: string;

  @ApiProperty({ description: 'The version of Inner Weather that wrote it.' })
  version: string;

  @ApiProperty({ description: 'Whether it contains the keys.' })
  hasKeys: boolean;
}

/** The installation as auth knows it. */
export class InstallationDto {
  @ApiProperty({ description: 'How many accounts there are.' })
  accounts: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the first one was created.',
  })
  since: string | null;

  @ApiProperty({ enum: REGISTRATION_MODES, description: 'Who may sign up.' })
  registration: RegistrationMode;

  @ApiProperty({
    enum: REGISTRATION_MODES,
    description:
      'REGISTRATION of the configuration. An administrator can choose this mode and stricter ones.',
  })
  widestRegistration: RegistrationMode;

  @ApiProperty({ description: 'Whether this installation can send password reset links by mail.' })
  mail: boolean;

  @ApiProperty({ description: 'How many accounts administer the installation.' })
  administrators: number;

  @ApiProperty({ description: 'How many of them have a password and no second factor.' })
  administratorsWithoutSecondFactor: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When an administrator said that the keys are also kept elsewhere. Null: not yet.',
  })
  keysKeptElsewhereAt: string | null;

  @ApiProperty({ type: LastBackupDto, nullable: true, description: 'Null if the backup command never ran.' })
  lastBackup: LastBackupDto | null;
}

/** PATCH /admin/installation: absent fields are not changed. */
export class ChangeInstallationDto {
  @ApiPropertyOptional({ enum: REGISTRATION_MODES })
  @MayBeAbsent()
  @IsIn(REGISTRATION_MODES, says(ACCOUNT_PROBLEMS.registration_unknown))
  registration?: RegistrationMode;

  @ApiPropertyOptional({ description: 'Whether the encryption keys are also kept elsewhere.' })
  @MayBeAbsent()
  @IsBoolean(says(ACCOUNT_PROBLEMS.keys_kept_boolean))
  keysKeptElsewhere?: boolean;
}

/** POST /admin/mail-tests. */
export class TestedMailDto {
  @ApiProperty({ description: 'The address of the administrator, to which it was sent.' })
  email: string;

  @ApiProperty({
    type: FailureDto,
    nullable: true,
    description: 'Why the mail server did not take it. Null: it has.',
  })
  failure: FailureDto | null;
}
