import { createRequire } from 'node:module';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type AuthUnderTest, aPerson, PASSWORD, startAuth } from './harness.js';

/** The driver looks at this before it tells of a command, and sets it from options that the service does not have. */
function watchCommands(): void {
  const wire = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: object };
  };
  Object.defineProperty(wire.Connection.prototype, 'monitorCommands', {
    get: () => true,
    set: () => undefined,
  });
}

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

describe('what a login that works asks of the database', () => {
  let auth: AuthUnderTest;
  let ana: SessionGrant;
  const home = { address: '192.0.2.7' };
  /** `<command> <collection>`, with `!` for a write that waits for the disk. */
  let commands: string[] = [];

  const start = async (settings: Parameters<typeof startAuth>[0]): Promise<void> => {
    auth = await startAuth(settings);
    const connection = auth.app.get<Connection>(getConnectionToken());
    connection.getClient().on('commandStarted', ({ commandName, command }) => {
      const { writeConcern } = command as { writeConcern?: { j?: boolean } };
      const durable = WRITES.includes(commandName) && writeConcern?.j !== false;
      commands.push(`${commandName} ${String(command[commandName])}${durable ? '!' : ''}`);
    });
    ana = await auth.signUp(aPerson(), home);
  };

  const logIn = async (device?: string): Promise<string[]> => {
    commands = [];
    await auth.logIn({ email: ana.user.email, password: PASSWORD }, { ...home, device });
    return [...commands].sort();
  };

  beforeAll(watchCommands);
  afterEach(() => auth.stop());

  it('is five commands and one commit at the most', async () => {
    await start({ RATE_LIMITS: 'off' });
    expect(await logIn(ana.device)).toEqual([
      'find known_addresses',
      'find known_devices',
      'find users',
      'find users',
      'insert sessions!',
    ]);
    expect(await logIn()).toEqual([
      'find known_addresses',
      'find users',
      'find users',
      'insert sessions!',
      'update known_devices',
    ]);
  });

  it('is two or three more for its limits, none of which waits for the disk', async () => {
    await start({ RATE_LIMITS: 'on' });
    const counting = ['findAndModify counters', 'update counters'];
    expect((await logIn(ana.device)).filter((one) => one.endsWith('counters'))).toEqual(counting);
    expect((await logIn()).filter((one) => one.endsWith('counters'))).toEqual([
      'findAndModify counters',
      ...counting,
    ]);
  });

  it('is one more for an account that may have a second factor, once for each version of its credentials', async () => {
    await start({ RATE_LIMITS: 'off' });
    const { id } = ana.user;
    const looks = async (): Promise<string[]> =>
      (await logIn(ana.device)).filter((one) => /second_factors|update users/.test(one));
    const [look, note] = ['find second_factors', 'update users'];
    expect(await looks()).toEqual([]);
    // As after a change of the credentials: what was noted before it says nothing.
    await auth.users.updateOne({ email: ana.user.email }, { $set: { credentialsVersion: 1 } });
    const secret = Buffer.from('sealed');
    const begun = { _id: id, secret, credentialsVersion: 1, createdAt: new Date(), recoveryCodes: [] };
    await auth.secondFactors.insertOne(begun);
    // It could be turned on at any moment.
    for (let time = 1; time <= 2; time += 1) expect(await looks()).toEqual([look]);
    await auth.secondFactors.deleteOne({ _id: id });
    expect(await looks()).toEqual([look, note]);
    expect(await looks()).toEqual([]);
  });
});
