import { createRequire } from 'node:module';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { HealthRegistry } from '@inner-weather/platform/health';
import { RepeatedTask } from '@inner-weather/platform/repeated-task';
import { jest } from '@jest/globals';
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
    set: () => {
      // It stays on.
    },
  });
}

/** Sweeps, housekeeping, and the pings with which a call that takes seconds checks the database, are no part of a login. */
function stopOtherCommands(): void {
  jest.spyOn(RepeatedTask.prototype, 'start').mockImplementation(() => undefined);
  jest.spyOn(HealthRegistry.prototype, 'isPassing').mockResolvedValue(true);
}

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

describe('what a login that works asks of the database', () => {
  let auth: AuthUnderTest;
  let ana: SessionGrant;
  const home = { address: '192.0.2.7' };
  /** `<command> <collection>`, with `!` for a write that waits for the disk. */
  let commands: string[] = [];

  const logIn = async (device?: string): Promise<string[]> => {
    commands = [];
    await auth.logIn({ email: ana.user.email, password: PASSWORD }, { ...home, device });
    return [...commands].sort();
  };

  beforeAll(async () => {
    watchCommands();
    stopOtherCommands();
    auth = await startAuth();
    const connection = auth.app.get<Connection>(getConnectionToken());
    connection.getClient().on('commandStarted', ({ commandName, command }) => {
      const { writeConcern } = command as { writeConcern?: { j?: boolean } };
      const durable = WRITES.includes(commandName) && writeConcern?.j !== false;
      commands.push(`${commandName} ${String(command[commandName])}${durable ? '!' : ''}`);
    });
  });

  beforeEach(async () => {
    ana = await auth.signUp(aPerson(), home);
  });

  afterAll(async () => {
    await auth.stop();
    jest.restoreAllMocks();
  });

  it('is seven commands and one commit at the most', async () => {
    auth.config.RATE_LIMITS = 'off';
    expect(await logIn(ana.device)).toEqual([
      'find known_addresses',
      'find known_devices',
      'find second_factors',
      'find sessions',
      'find users',
      'find users',
      'insert sessions!',
    ]);
    expect(await logIn()).toEqual([
      'find known_addresses',
      'find second_factors',
      'find sessions',
      'find users',
      'find users',
      'insert sessions!',
      'update known_devices',
    ]);
  });

  it('is three more for its limits, none of which waits for the disk', async () => {
    auth.config.RATE_LIMITS = 'on';
    const counting = ['findAndModify counters', 'findAndModify counters', 'update counters'];
    for (const device of [ana.device, undefined]) {
      expect((await logIn(device)).filter((one) => one.endsWith('counters'))).toEqual(counting);
    }
  });
});
