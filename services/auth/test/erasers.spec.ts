import { createHash } from 'node:crypto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { SoftAuthenticator } from '@inner-weather/testing/soft-authenticator';
import { FlowsRepository } from '../src/oidc/flows.repository.js';
import { IdentitiesRepository } from '../src/identities/identities.repository.js';
import { ProviderSessionsRepository } from '../src/oidc/provider/provider-sessions.repository.js';
import { OneTimeLinksRepository } from '../src/mail/one-time-links.repository.js';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { DeletionService } from '../src/users/deletion.service.js';
import { authenticatorsOf, nextCode, stopClock } from './authenticator.js';
import {
  aClient,
  type AuthUnderTest,
  aPerson,
  outcomeOf,
  PASSWORD,
  sessionOf,
  startAuth,
} from './harness.js';

/** As counters hold an email or a user's id. */
const counterKeyOf = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** What bounds sign-ups and mails stays: otherwise accounts could be made and deleted to get around it. */
const COUNTERS_THAT_STAY = /^(?:signup-email|reset-request-email|reset-mail):/;

describe('the deletion of an account', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await startAuth({ RATE_LIMITS: 'on', PUBLIC_URL: 'https://journal.example.org' });
  });

  beforeEach(async () => {
    stopClock(Date.now());
    await auth.startOver('invite');
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  afterAll(() => auth.stop());

  /** Everything about a sign-in at a provider. */
  const connect = async (grant: SessionGrant): Promise<void> => {
    const userId = grant.user.id;
    const identity = { id: 'an identity', provider: 'house', idToken: 'an ID token' };
    const signedIn = { userId, sessionId: sessionOf(grant), credentialsVersion: 0 };
    const secrets = { state: '', nonce: '', verifier: '' };
    await auth.app.get(IdentitiesRepository).insert(userId, identity);
    await auth.app
      .get(ProviderSessionsRepository)
      .insert(grant, { ...identity, firstName: '', lastName: '', isEmailVerified: false });
    await auth.app
      .get(FlowsRepository)
      .insert({ step: 'begun', provider: 'house', purpose: 'connect', ...secrets, signedIn });
  };

  /** The collections with a document that names this person in any way, and those documents. */
  const documentsOf = async (userId: string, email: string): Promise<Map<string, unknown[]>> => {
    const { db } = auth.app.get<Connection>(getConnectionToken());
    const names = [userId, email, counterKeyOf(userId), counterKeyOf(email)];
    const found = new Map<string, unknown[]>();
    for (const { name } of await db!.listCollections().toArray()) {
      const documents = await db!.collection(name).find().toArray();
      found.set(
        name,
        documents.filter((document) => names.some((mention) => JSON.stringify(document).includes(mention))),
      );
    }
    return found;
  };

  it('leaves nothing of the person in any collection but what must be remembered', async () => {
    const ana = await auth.signUp(aPerson());
    const { id, email } = ana.user;
    const { turnOn, logIn } = authenticatorsOf(auth);
    const { secret } = await turnOn(ana);
    await logIn(ana, nextCode(secret));
    expect(await outcomeOf(auth.logIn({ email, password: 'a wrong guess' }))).toBe('invalid_credentials');
    await auth.call('auth.request-reset', { email, client: aClient() });
    await auth.call('auth.get-export', { userId: id, sessionId: sessionOf(ana) });
    await auth.call('auth.invite', { userId: id });
    const token = { name: 'Backup', scopes: ['entries:read' as const], currentPassword: PASSWORD };
    await auth.call('auth.create-access-token', { userId: id, token: { ...token, code: nextCode(secret) } });
    const own = { userId: id, sessionId: sessionOf(ana) };
    const begin = async () => {
      const proof = { currentPassword: PASSWORD, code: nextCode(secret) };
      return (await auth.call('auth.begin-passkey', { ...own, proof })).options;
    };
    const passkey = new SoftAuthenticator(auth.config.PUBLIC_URL ?? '').make((await begin()) as never);
    await auth.call('auth.add-passkey', { ...own, passkey, client: aClient() });
    await begin();
    const link = { userId: id, email, credentialsVersion: 0 };
    await auth.app.get(OneTimeLinksRepository).createMailed('reset', link);
    await connect(ana);

    // A new collection that this test writes nothing to fails here: what holds a person has to be seen to go.
    for (const [name, documents] of await documentsOf(id, email)) {
      expect([name, documents.length > 0]).toEqual([name, true]);
    }

    await auth.remove(id, PASSWORD);
    await eventually(async () => expect(await auth.stored(id)).toBeNull());
    const remainingDocuments = await documentsOf(id, email);
    const counters = (remainingDocuments.get('counters') ?? []) as { _id: string }[];
    expect(counters.filter(({ _id }) => !COUNTERS_THAT_STAY.test(_id))).toEqual([]);
    // Its tombstone keeps a late write from making a new key.
    expect(remainingDocuments.get('datakeys')).toEqual([{ _id: id, destroyedAt: expect.any(Date) }]);
    for (const name of ['counters', 'datakeys']) remainingDocuments.delete(name);
    for (const [name, documents] of remainingDocuments) expect([name, documents]).toEqual([name, []]);
  });

  it('that stopped half-way is finished and told once, and leaves no account without its second factor to sign in to', async () => {
    const ana = await auth.signUp(aPerson());
    await authenticatorsOf(auth).turnOn(ana);
    const { id, email } = ana.user;
    jest
      .spyOn(UsersRepository.prototype, 'replaceWithTombstone')
      .mockRejectedValueOnce(new Error('The database did not answer in time.'));
    await expect(auth.remove(id)).rejects.toMatchObject({ code: 'internal' });
    expect(await outcomeOf(auth.logIn({ email, password: PASSWORD }))).toBe('invalid_credentials');
    expect(await auth.sessions.countDocuments({ userId: id, revokedAt: { $exists: false } })).toBe(0);
    for (let time = 1; time <= 2; time += 1) await auth.app.get(DeletionService).finishAll();
    expect(await outcomeOf(auth.call('auth.get-user', { userId: id }))).toBe('unauthenticated');
    await eventually(async () => expect(await auth.stored(id)).toBeNull());
    expect(auth.seen('auth.user.deleted.v1', { userId: id })).toHaveLength(1);
  });
});
