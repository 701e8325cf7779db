import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { MongoClient } from 'mongodb';
import { beginEmbeddedMongo } from '../../deploy/local/embedded-mongo.mjs';

/** Connections of the client. */
export const CLIENTS = 64;

/** An embedded database, without broker and services, and a client that connects as services do. */
export class Embedded {
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-embedded-'));
  database!: Awaited<ReturnType<typeof beginEmbeddedMongo>>;
  client!: MongoClient;

  /** @param heapMb MiB; default: as with `npm start` */
  constructor(private readonly heapMb?: number) {}

  get diary() {
    return this.client.db('diary');
  }

  async start(): Promise<void> {
    const { dataDir, heapMb } = this;
    this.database = await beginEmbeddedMongo({ dataDir, log: () => undefined, otherwise: '', heapMb });
    await this.database.ready;
    // libs/platform/src/mongo/mongo.module.ts
    const options = {
      writeConcern: { w: 'majority', journal: true },
      maxPoolSize: CLIENTS,
      retryWrites: false,
      serverSelectionTimeoutMS: 2_000,
    } as const;
    // On a busy machine, a database that accepts connections may need longer for its first answer.
    this.client = await eventually(() => new MongoClient(this.database.mongoUrl, options).connect());
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.database.stop();
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true });
  }
}
