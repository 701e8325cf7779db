import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { type Connection, createConnection } from 'mongoose';
import { databaseOptions } from '../../src/mongo/mongo.module.js';

/** Connections that break at the worst moment: the socket is destroyed, and the driver does not know it yet. */
describe('a broken connection to the database', () => {
  let infrastructure: TestInfrastructure;
  let database: Connection;
  const sockets: Socket[] = [];
  const opened = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
  const breakOff = () => sockets.splice(0).forEach((socket) => socket.destroy());
  const ping = () => database.db!.command({ ping: 1 });

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
  });

  beforeEach(async () => {
    channel('net.client.socket').subscribe(opened);
    const { mongoUrl, mongoDb } = infrastructure;
    const options = databaseOptions({ MONGO_DATABASE_PREFIX: mongoDb }, 'test');
    database = await createConnection(mongoUrl, { ...options, heartbeatFrequencyMS: 500 }).asPromise();
    await ping();
  });

  afterEach(async () => {
    channel('net.client.socket').unsubscribe(opened);
    await database.close();
  });

  afterAll(() => infrastructure.close());

  it('fails the operation that is being written', async () => {
    database.getClient().once('connectionCheckedOut', breakOff);
    await expect(ping()).rejects.toThrow(/^connection \S+ to \S+ closed$/);
    await eventually(ping);
  });

  it('fails no later operation when it breaks during a health check', async () => {
    const client = database.getClient();
    client.once('serverHeartbeatStarted', breakOff);
    await once(client, 'serverHeartbeatStarted');
    await eventually(ping);
  });
});
