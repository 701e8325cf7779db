import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignUpDto } from '@inner-weather/contracts/accounts/registration.dto';
import type { LoginDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import type { UpdateUserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { EventName } from '@inner-weather/contracts/messaging/events';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { startHarness } from '@inner-weather/platform/test/service-harness';
import { JwtService } from '@nestjs/jwt';
import { Types } from 'mongoose';
import type { StoredDataKey } from '@inner-weather/platform/encryption/data-key.schema';
import type { Counter } from '@inner-weather/platform/limits/counter.schema';
import type { AccessToken } from '../src/access-tokens/access-token.schema.js';
import type { OneTimeLink } from '../src/mail/one-time-link.schema.js';
import { OneTimeLinksRepository } from '../src/mail/one-time-links.repository.js';
import type { Passkey, PasskeyChallenge } from '../src/passkeys/passkey.schema.js';
import type { SecondFactor } from '../src/second-factor/second-factor.schema.js';
import type { Session } from '../src/sessions/session.schema.js';
import type { Identity } from '../src/identities/identity.schema.js';
import type { OidcFlow } from '../src/oidc/oidc.schema.js';
import type { User } from '../src/accounts/user.schema.js';
import type { KnownAddress, KnownDevice } from '../src/sign-in/known.schema.js';
import { AppModule } from '../src/app.module.js';
import { AuthConfig } from '../src/config.js';

/** What a token holds. */
export interface Claims {
  user: Record<string, unknown>;
  sid: string;
  iat: number;
  exp: number;
}

export type AuthUnderTest = Awaited<ReturnType<typeof startAuth>>;

export const PASSWORD = 'a good evening';

/** One for all services that a test file starts: to make one takes longer than most tests. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

let people = 0;

/** What a person types to sign up; an email of their own unless it is given. */
export function aPerson(overrides: Partial<SignUpDto> = {}): SignUpDto {
  people += 1;
  return {
    firstName: 'Ana',
    lastName: 'Silva',
    location: 'Porto',
    email: `ana${people}@example.org`,
    password: PASSWORD,
    passwordVal: overrides.password ?? PASSWORD,
    ...overrides,
  };
}

/** Where a request comes from. */
export const aClient = (overrides: Partial<ClientInfo> = {}): ClientInfo => ({
  address: '192.0.2.1',
  userAgent: 'a browser',
  ...overrides,
});

/** An auth service on a real broker and database, the gateway that calls it, and a consumer of all its events. */
export async function startAuth(settings: Partial<AuthConfig> = {}) {
  const harness = await startHarness('auth');
  const { db, call } = harness;
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
  const keyFile = join(folder, 'private.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const config: AuthConfig = Object.assign(new AuthConfig(), harness.settings, {
    JWT_PRIVATE_KEY_FILE: keyFile,
    MAIL_FROM: 'The Journal <journal@example.org>',
    ...settings,
  });
  const app = await harness.serve(AppModule.forRoot(config));
  const jwt = new JwtService({ publicKey, verifyOptions: { algorithms: ['RS256'] } });

  const users = db.collection<User>('users');
  const stored = (userId: string): Promise<User | null> => users.findOne({ _id: new Types.ObjectId(userId) });

  return {
    app,
    config,
    users,
    sessions: db.collection<Session>('sessions'),
    counters: db.collection<Counter>('counters'),
    links: db.collection<OneTimeLink>('one_time_links'),
    accessTokens: db.collection<AccessToken>('access_tokens'),
    passkeys: db.collection<Passkey>('passkeys'),
    passkeyChallenges: db.collection<PasskeyChallenge>('passkey_challenges'),
    secondFactors: db.collection<SecondFactor>('second_factors'),
    dataKeys: db.collection<StoredDataKey>('datakeys'),
    flows: db.collection<OidcFlow>('oidc_flows'),
    identities: db.collection<Identity>('identities'),
    knownDevices: db.collection<KnownDevice>('known_devices'),
    knownAddresses: db.collection<KnownAddress>('known_addresses'),
    call,
    /** As a new installation, in a hundredth of the time that another service takes. */
    startOver: async (REGISTRATION: AuthConfig['REGISTRATION'] = 'open'): Promise<void> => {
      config.REGISTRATION = REGISTRATION;
      const collections = await db.collections();
      // The service keeps its keys in memory.
      const others = collections.filter(({ collectionName }) => collectionName !== 'datakeys');
      await Promise.all(others.map((collection) => collection.deleteMany({})));
    },
    /** Puts a request on the wire that no gateway would. */
    callWith: (method: RpcMethod, request: unknown): Promise<unknown> =>
      call(method, request as RpcMap[typeof method]['request']),
    signUp: (user: SignUpDto, from?: Partial<ClientInfo>): Promise<SessionGrant> =>
      call('auth.sign-up', { user, client: aClient(from) }),
    logIn: (credentials: LoginDto, from?: Partial<ClientInfo>): Promise<SessionGrant> =>
      call('auth.log-in', { credentials, client: aClient(from) }),
    restore: (cookie: string): Promise<SessionGrant> => call('auth.restore-session', { cookie }),
    /** Changes the account of a grant, in its session. */
    update: (grant: SessionGrant, changes: UpdateUserDto) =>
      call('auth.update-user', { userId: grant.user.id, sessionId: sessionOf(grant), changes }),
    /** The token of a link to a new password, which no mail has brought. */
    resetLinkFor: async ({ user }: SessionGrant): Promise<string> => {
      const links = app.get(OneTimeLinksRepository, { strict: false });
      return (await links.createReset((await stored(user.id))!)).token;
    },
    resetPassword: (token: string, password: string, from?: Partial<ClientInfo>) =>
      call('auth.reset-password', {
        reset: { token, password, passwordVal: password },
        client: aClient(from),
      }),
    /** Deletes an account; answers null. */
    remove: (userId: string, currentPassword = PASSWORD) =>
      call('auth.delete-user', { userId, proof: { currentPassword } }),
    /** The account as it is stored. */
    stored,
    /** What a token holds, once its signature is found to be good. */
    claims: (token: string): Promise<Claims> => jwt.verifyAsync<Claims>(token),
    /** What was published and holds these values, in order. */
    seen: (type: EventName, payload: Record<string, unknown>): Record<string, unknown>[] =>
      harness.seen
        .filter((event) => event.type === type)
        .map((event) => event.payload)
        .filter((held) => Object.entries(payload).every(([key, value]) => held[key] === value)),
    async stop(): Promise<void> {
      await harness.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Turns an account into one that has only ever signed in at a provider. */
export async function withoutPassword(auth: AuthUnderTest, { user }: SessionGrant): Promise<void> {
  await auth.users.updateOne({ _id: new Types.ObjectId(user.id) }, { $unset: { passwordHash: 1 } });
}

/** The id of the session that a cookie belongs to. */
export const sessionOf = ({ cookie }: SessionGrant): string => cookie.split('.')[0]!;

/** The code with which a request is refused, or `ok`. */
export const outcomeOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
