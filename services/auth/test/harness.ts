import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignUpDto } from '@inner-weather/contracts/accounts/registration.dto';
import type { LoginDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import type { UpdateUserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { EventName } from '@inner-weather/contracts/messaging/events';
import type { ClientInfo, SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/messaging/topology';
import { PassOnFilter, validationPipe } from '@inner-weather/platform/errors';
import { HealthRegistry } from '@inner-weather/platform/health';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { testMasterKeys } from '@inner-weather/testing/master-keys';
import { NestFactory } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { getConnectionToken } from '@nestjs/mongoose';
import { connect } from 'amqplib';
import { type Connection, Types } from 'mongoose';
import type { StoredDataKey } from '@inner-weather/platform/encryption/data-key.schema';
import type { Counter } from '@inner-weather/platform/limits/counter.schema';
import type { AccessToken } from '../src/access-tokens/access-token.schema.js';
import type { OneTimeLink } from '../src/mail/one-time-link.schema.js';
import type { SecondFactor } from '../src/second-factor/second-factor.schema.js';
import type { Session } from '../src/sessions/session.schema.js';
import type { Identity, OidcFlow } from '../src/oidc/oidc.schema.js';
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

/** An event as it was on the wire. */
interface SeenEvent {
  type: string;
  payload: Record<string, unknown>;
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

/** An auth service on a real broker and database, the gateway that calls it, and a consumer of all its events. */
export async function startAuth(settings: Partial<AuthConfig> = {}) {
  const infrastructure = await testInfrastructure();
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
  const keyFile = join(folder, 'private.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const config = Object.assign(new AuthConfig(), {
    AMQP_URL: infrastructure.amqpUrl,
    MONGO_URL: infrastructure.mongoUrl,
    MONGO_DB: infrastructure.mongoDb,
    MASTER_KEYS_FILE: testMasterKeys(),
    JWT_PRIVATE_KEY_FILE: keyFile,
    RETRY_DELAY_FACTOR: 0.01,
    RATE_LIMITS: 'off',
    ...settings,
  });
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(AppModule.forRoot(config), {
    logger: false,
    inject: [AmqpServer],
    useFactory: (strategy: AmqpServer) => ({ strategy }),
  });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new PassOnFilter());
  await app.listen();
  await app.get(Broker).whenUp();

  const gateway = new Broker(config.AMQP_URL, 'gateway', new HealthRegistry());
  // Long enough for a busy machine: no test is about the deadline of a call.
  const rpc = new RpcClient(gateway, 30_000);
  await gateway.onModuleInit();
  await gateway.whenUp();

  const wire = await connect(config.AMQP_URL);
  const channel = await wire.createChannel();
  const seenEvents: SeenEvent[] = [];
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EVENTS_EXCHANGE, 'auth.#');
  await channel.consume(
    queue,
    (message) => {
      if (!message) return;
      seenEvents.push({
        type: String(message.properties.type),
        payload: JSON.parse(message.content.toString()),
      });
    },
    { noAck: true },
  );
  const db = app.get<Connection>(getConnectionToken()).db!;
  const jwt = new JwtService({ publicKey, verifyOptions: { algorithms: ['RS256'] } });

  const call = <M extends RpcMethod>(
    method: M,
    request: RpcMap[M]['request'],
  ): Promise<RpcMap[M]['answer']> => rpc.call(method, request);
  const client = (overrides: Partial<ClientInfo> = {}): ClientInfo => ({
    address: '192.0.2.1',
    userAgent: 'a browser',
    ...overrides,
  });
  const users = db.collection<User>('users');

  return {
    app,
    config,
    users,
    sessions: db.collection<Session>('sessions'),
    counters: db.collection<Counter>('counters'),
    links: db.collection<OneTimeLink>('one_time_links'),
    accessTokens: db.collection<AccessToken>('access_tokens'),
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
      rpc.call(method, request as RpcMap[typeof method]['request']),
    signUp: (user: SignUpDto, from?: Partial<ClientInfo>): Promise<SessionGrant> =>
      call('auth.sign-up', { user, client: client(from) }),
    logIn: (credentials: LoginDto, from?: Partial<ClientInfo>): Promise<SessionGrant> =>
      call('auth.log-in', { credentials, client: client(from) }),
    restore: (cookie: string): Promise<SessionGrant> => call('auth.restore-session', { cookie }),
    /** Changes the account of a grant, in its session. */
    update: (grant: SessionGrant, changes: UpdateUserDto) =>
      call('auth.update-user', { userId: grant.user.id, sessionId: sessionOf(grant), changes }),
    /** Deletes an account; answers null. */
    remove: (userId: string, currentPassword = PASSWORD) =>
      call('auth.delete-user', { userId, proof: { currentPassword } }),
    /** The account as it is stored. */
    stored: (userId: string): Promise<User | null> => users.findOne({ _id: new Types.ObjectId(userId) }),
    /** What a token holds, once its signature is found to be good. */
    claims: (token: string): Promise<Claims> => jwt.verifyAsync<Claims>(token),
    /** What was published and holds these values, in order. */
    seen: (type: EventName, payload: Record<string, unknown>): Record<string, unknown>[] =>
      seenEvents
        .filter((event) => event.type === type)
        .map((event) => event.payload)
        .filter((held) => Object.entries(payload).every(([key, value]) => held[key] === value)),
    async stop(): Promise<void> {
      await app.close();
      await gateway.onApplicationShutdown();
      await wire.close();
      await infrastructure.close();
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
