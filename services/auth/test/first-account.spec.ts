import { jest } from '@jest/globals';
import type { Connection } from 'mongoose';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Installation } from '../src/registration/installation.schema.js';
import { AdministratorService } from '../src/registration/administrator.service.js';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { advanceClock, stopClock } from './authenticator.js';
import { type AuthUnderTest, aPerson, startAuth } from './harness.js';

describe('a process that ends between the claim of the administrator’s role and the first account', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await startAuth();
  });

  beforeEach(() => stopClock(Date.now()));

  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  afterAll(() => auth.stop());

  const invite = (userId: string) => auth.call('auth.invite', { userId });
  const mode = async () => (await auth.call('auth.get-registration', {})).mode;
  const restart = () => auth.app.get(AdministratorService).onApplicationBootstrap();
  const crash = async (): Promise<void> => {
    jest.spyOn(UsersRepository.prototype, 'insert').mockRejectedValueOnce(new Error('a crash'));
    await expect(auth.signUp(aPerson())).rejects.toMatchObject({ code: 'internal' });
  };
  const installations = () =>
    auth.app.get<Connection>(getConnectionToken()).db!.collection<Installation>('installation');

  it('keeps the role for a minute, and then leaves it to the first person to sign up', async () => {
    await auth.startOver('closed');
    await crash();
    expect(await mode()).toBe('closed');
    await restart();
    await expect(auth.signUp(aPerson())).rejects.toMatchObject({ code: 'forbidden' });
    advanceClock(61_000);
    expect(await mode()).toBe('open');
    const outcomes = await Promise.allSettled(Array.from({ length: 3 }, () => auth.signUp(aPerson())));
    const createdAccounts = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    expect(createdAccounts).toHaveLength(1);
    await expect(invite(createdAccounts[0]!.user.id)).resolves.toBeDefined();
    expect(await mode()).toBe('closed');
  });

  it('leaves it to the oldest account where others have signed up meanwhile', async () => {
    await auth.startOver();
    await crash();
    const oldest = await auth.signUp(aPerson());
    await expect(invite(oldest.user.id)).rejects.toMatchObject({ code: 'forbidden' });
    advanceClock(61_000);
    await auth.signUp(aPerson());
    await expect(invite(oldest.user.id)).resolves.toBeDefined();
  });

  it('does not take the role from an account that exists, however old its claim is', async () => {
    await auth.startOver('closed');
    const admin = await auth.signUp(aPerson());
    await installations().updateOne({}, { $set: { claimedAt: new Date(0) } });
    expect(await mode()).toBe('closed');
    await expect(invite(admin.user.id)).resolves.toBeDefined();
    expect(await installations().findOne()).not.toHaveProperty('claimedAt');
  });

  it('creates no second account if it was only slow and the registration is closed', async () => {
    await auth.startOver('closed');
    const { insert } = UsersRepository.prototype;
    jest.spyOn(UsersRepository.prototype, 'insert').mockImplementationOnce(async function (
      this: UsersRepository,
      ...args
    ) {
      // A claim of long ago. The clock stays, since the call under way has a deadline of its own.
      await installations().updateOne({}, { $set: { claimedAt: new Date(0) } });
      const quicker = await auth.signUp(aPerson());
      await expect(invite(quicker.user.id)).resolves.toBeDefined();
      return insert.apply(this, args);
    });
    await expect(auth.signUp(aPerson())).rejects.toMatchObject({ code: 'forbidden' });
    expect(await auth.users.countDocuments()).toBe(1);
  });
});
