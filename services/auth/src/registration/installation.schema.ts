import type { RegistrationMode } from '@inner-weather/contracts/accounts/registration.dto';
import type { LastBackup, LastRestoration } from '@inner-weather/platform/backup/last-backup';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** When and from where an account got an administrator's role that no group gives. */
export interface RoleGrant {
  userId: string;
  from: 'first_account' | 'command' | 'administrator';
  /** The administrator who gave it. */
  by?: string;
  at: Date;
}

/** One document for the whole installation: its administrators and what they decided. */
@Schema({ collection: 'installation', versionKey: false })
export class Installation {
  @Prop({ type: String })
  _id: 'installation';

  /** Ids of users. */
  @Prop({ type: [String], required: true })
  adminIds: string[];

  /** Of those in `adminIds`. Older versions noted nothing. */
  @Prop({ type: [Object], default: undefined })
  adminGrants?: RoleGrant[];

  /** Users who were in the group that administers when they last signed in at a provider: `<id of the provider> <id>`. */
  @Prop({ type: [String], default: undefined })
  groupAdmins?: string[];

  /** When a sign-up claimed the role; absent once its account is created. */
  @Prop({ type: Date })
  claimedAt?: Date;

  /** Who may sign up, as an administrator chose. Absent: as REGISTRATION says. */
  @Prop({ type: String })
  registration?: RegistrationMode;

  /** When an administrator said that the keys are also kept elsewhere. */
  @Prop({ type: Date })
  keysKeptElsewhereAt?: Date;

  /** Written by the backup command (platform: backup/last-backup.ts). */
  @Prop({ type: Object })
  lastBackup?: LastBackup;

  /** Written by the same command. Absent: this installation never was restored. */
  @Prop({ type: Object })
  restored?: LastRestoration;
}

export const InstallationSchema = SchemaFactory.createForClass(Installation);
