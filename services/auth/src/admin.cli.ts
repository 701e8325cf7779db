import 'reflect-metadata';
import { databaseName, parseConfig } from '@inner-weather/platform/config';
import { createConnection } from 'mongoose';
import { CredentialsService } from './sessions/credentials.service.js';
import { Installation, InstallationSchema } from './registration/installation.schema.js';
import { InstallationRepository } from './registration/installation.repository.js';
import { invitationLink, resetLink } from './mail/mail.service.js';
import { OneTimeLink, OneTimeLinkSchema } from './mail/one-time-link.schema.js';
import { OneTimeLinksRepository } from './mail/one-time-links.repository.js';
import { SecondFactor, SecondFactorSchema } from './second-factor/second-factor.schema.js';
import { Session, SessionSchema } from './sessions/session.schema.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { User, UserSchema } from './accounts/user.schema.js';
import { UsersRepository } from './accounts/users.repository.js';
import { AdminConfig } from './config.js';

const HELP = `For the administrator of this installation. MONGO_URL says where the database is.

  reset-link <email>   a link to a new password, which works once, within an hour
  invite               a link to a new account, which works once, within a week
  make-admin <email>   makes the account an administrator's
  end-sessions <email> signs the account out everywhere, within seconds, and ends its passkeys and keys for scripts
  remove-second-factor <email>
                       for a user who has lost the app and the recovery codes: the password alone is enough

The id of an account works in place of its email: an account that has lost its email has only that.
`;

/** The form of an account's id. */
const ID = /^[0-9a-f]{24}$/;

const NEEDS_AN_ACCOUNT = ['reset-link', 'make-admin', 'end-sessions', 'remove-second-factor'];

/** Answers the text to print, or undefined if there is no account with this email. */
async function run(config: AdminConfig, command: string, email: string): Promise<string | undefined> {
  const connection = await createConnection(config.MONGO_URL, {
    dbName: databaseName(config, 'auth'),
    autoIndex: false,
    serverSelectionTimeoutMS: 5_000,
  }).asPromise();
  try {
    const links = new OneTimeLinksRepository(
      connection.model<OneTimeLink>(OneTimeLink.name, OneTimeLinkSchema),
    );
    if (command === 'invite')
      return invitationLink(config.PUBLIC_URL, (await links.create('invitation')).token);
    const accounts = connection.model<User>(User.name, UserSchema);
    const user = ID.test(email)
      ? await accounts.findOne({ _id: email }).lean<User>()
      : await accounts.findOne({ email: email.trim().toLowerCase() }).lean<User>();
    if (!user) return undefined;
    const userId = String(user._id);
    if (command === 'reset-link') return resetLink(config.PUBLIC_URL, (await links.createReset(user)).token);
    if (command === 'end-sessions') {
      // The service's next sweep of its outbox publishes the events that tell the gateways.
      const outbox = { publishSoon: () => undefined };
      const users = new UsersRepository(accounts, outbox);
      const sessions = new SessionsRepository(connection.model<Session>(Session.name, SessionSchema), outbox);
      await new CredentialsService(users, sessions).endSessions(userId, 'none');
      return 'Done: the account is signed out everywhere.';
    }
    if (command === 'remove-second-factor') {
      const factors = connection.model<SecondFactor>(SecondFactor.name, SecondFactorSchema);
      const { deletedCount } = await factors.deleteOne({ _id: userId });
      return deletedCount ? 'Done: the password is enough now.' : 'This account has no second factor.';
    }
    const installations = connection.model<Installation>(Installation.name, InstallationSchema);
    await new InstallationRepository(installations).addAdmin(userId);
    return 'Done: this account administers.';
  } finally {
    await connection.close();
  }
}

async function main([command = '', email = '']: string[]): Promise<number> {
  const complete = command === 'invite' || (NEEDS_AN_ACCOUNT.includes(command) && email !== '');
  if (!complete) {
    process.stderr.write(HELP);
    return 2;
  }
  const words = await run(parseConfig(AdminConfig), command, email);
  if (words) process.stdout.write(`${words}\n`);
  else process.stderr.write('There is no account with this email.\n');
  return words ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
