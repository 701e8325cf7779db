import 'reflect-metadata';
import { createConnection } from 'mongoose';
import { Installation, InstallationSchema } from './accounts/installation.schema.js';
import { InstallationRepository } from './accounts/installation.repository.js';
import { invitationLink, resetLink } from './accounts/mail.service.js';
import { OneTimeLink, OneTimeLinkSchema } from './accounts/one-time-link.schema.js';
import { OneTimeLinksRepository } from './accounts/one-time-links.repository.js';
import { SecondFactor, SecondFactorSchema } from './accounts/second-factor.schema.js';
import { Session, SessionSchema } from './accounts/session.schema.js';
import { SessionsRepository } from './accounts/sessions.repository.js';
import { User, UserSchema } from './accounts/user.schema.js';
import { type AdminConfig, readAdminConfig } from './config.js';

const HELP = `What only whoever runs this installation may do. MONGO_URL says where the database is.

  reset-link <email>   a link to a new password, good for an hour and for one use
  invite               a link to a new account, good for a week and for one use
  make-admin <email>   makes the account an administrator's
  end-sessions <email> signs the account out everywhere, within seconds
  remove-second-factor <email>
                       lets in by the password alone, for who has lost the app and the recovery codes
`;

const OF_AN_ACCOUNT = ['reset-link', 'make-admin', 'end-sessions', 'remove-second-factor'];

/** Answers what is to be printed; undefined where there is no account with this email. */
async function run(config: AdminConfig, command: string, email: string): Promise<string | undefined> {
  const connection = await createConnection(config.MONGO_URL, {
    dbName: config.MONGO_DB,
    autoIndex: false,
    serverSelectionTimeoutMS: 5_000,
  }).asPromise();
  try {
    const links = new OneTimeLinksRepository(
      connection.model<OneTimeLink>(OneTimeLink.name, OneTimeLinkSchema),
    );
    if (command === 'invite')
      return invitationLink(config.PUBLIC_URL, (await links.create('invitation')).token);
    const user = await connection
      .model<User>(User.name, UserSchema)
      .findOne({ email: email.trim().toLowerCase() })
      .lean<User>();
    if (!user) return undefined;
    const userId = String(user._id);
    if (command === 'reset-link')
      return resetLink(config.PUBLIC_URL, (await links.create('reset', userId)).token);
    if (command === 'end-sessions') {
      const sessions = connection.model<Session>(Session.name, SessionSchema);
      // Gateways hear of it by the service's next look into its outbox.
      await new SessionsRepository(sessions, { kick: () => undefined }).revokeAll(userId);
      return 'Done: whoever was signed in has to sign in again.';
    }
    if (command === 'remove-second-factor') {
      const factors = connection.model<SecondFactor>(SecondFactor.name, SecondFactorSchema);
      const { deletedCount } = await factors.deleteOne({ _id: userId });
      return deletedCount ? 'Done: the password is enough now.' : 'This account has no second factor.';
    }
    const installations = connection.model<Installation>(Installation.name, InstallationSchema);
    await new InstallationRepository(installations).addAdmin(userId);
    return 'Done: invitations are in the settings of this account.';
  } finally {
    await connection.close();
  }
}

async function main([command = '', email = '']: string[]): Promise<number> {
  const complete = command === 'invite' || (OF_AN_ACCOUNT.includes(command) && email !== '');
  if (!complete) {
    process.stderr.write(HELP);
    return 2;
  }
  const words = await run(readAdminConfig(), command, email);
  if (words) process.stdout.write(`${words}\n`);
  else process.stderr.write('There is no account with this email.\n');
  return words ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
