import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { readTestConfig } from './config.js';
import { eventually } from './eventually.js';

/** The virtual host and the database of one suite. */
export interface TestInfrastructure {
  amqpUrl: string;
  /** The address without a database name; see `mongoDb`. */
  mongoUrl: string;
  mongoDb: string;
  /** Removes the virtual host and every database whose name begins with `mongoDb`. */
  close: () => Promise<void>;
}

/** Creates a virtual host and a database on the running broker and database server. */
export async function testInfrastructure(): Promise<TestInfrastructure> {
  const { amqpUrl, managementUrl, mongoUrl } = readTestConfig();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const management = new Management(managementUrl);
  await management.call('PUT', `/vhosts/${name}`);
  await management.call('PUT', `/permissions/${name}/${management.user}`, {
    configure: '.*',
    write: '.*',
    read: '.*',
  });
  const vhostUrl = new URL(amqpUrl);
  vhostUrl.pathname = `/${name}`;
  return {
    amqpUrl: vhostUrl.toString(),
    mongoUrl,
    mongoDb: name,
    close: async () => {
      await management.call('DELETE', `/vhosts/${name}`);
      const client = await new MongoClient(mongoUrl).connect();
      // A small database cannot list what another suite is creating at the same moment.
      const { databases } = await eventually(() => client.db().admin().listDatabases({ nameOnly: true }));
      const suiteDatabases = databases.filter((database) => database.name.startsWith(name));
      await Promise.all(suiteDatabases.map((database) => client.db(database.name).dropDatabase()));
      await client.close();
    },
  };
}

/** A client of RabbitMQ's HTTP API. */
export class Management {
  readonly user: string;
  private readonly origin: string;
  private readonly authorization: string;

  constructor(url: string) {
    const { origin, username, password } = new URL(url);
    this.origin = origin;
    this.user = username;
    this.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  async call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.origin}/api${path}`, {
      method,
      // By default, RabbitMQ closes idle connections after 5 s, which may be just when one is used again.
      headers: {
        authorization: this.authorization,
        'content-type': 'application/json',
        connection: 'close',
      },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok && answer.status !== 404) throw new Error(`${method} ${path}: ${answer.status}`);
    const text = await answer.text();
    return text ? JSON.parse(text) : undefined;
  }
}
