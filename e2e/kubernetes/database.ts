import { execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { eventually } from '@inner-weather/testing/eventually';
import { freePort } from '../../deploy/local/process.mjs';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { list, RELEASE } from './cluster.js';
import { readClusterConfig } from './config.js';

const BACKUP = resolve(import.meta.dirname, '../../scripts/backup.mjs');

/** The bundled database through a port-forward, as its root user. */
export async function openDatabase() {
  const port: number = await freePort();
  const target = [`service/${RELEASE}-mongodb`, `${port}:27017`, '--address', '127.0.0.1'];
  const forward = spawn(
    'kubectl',
    ['--namespace', readClusterConfig().namespace, 'port-forward', ...target],
    { stdio: 'ignore' },
  );
  const login = (await hasUsers()) ? `root:${await passwordOfRoot()}@` : '';
  const mongoUrl = `mongodb://${login}127.0.0.1:${port}/?directConnection=true`;
  const client = new MongoClient(mongoUrl, { serverSelectionTimeoutMS: 1_000 });
  await eventually(() => client.db('admin').command({ ping: 1 }), { timeoutMs: 30_000, everyMs: 250 });
  return {
    /** `npm run backup -- <command> <folder> --without-keys`; rejects with its error output. */
    backup: async (command: 'create' | 'restore', folder: string): Promise<string> => {
      const env = { PATH: process.env.PATH, MONGO_URL: mongoUrl };
      const args = [BACKUP, command, folder, '--without-keys'];
      return (await promisify(execFile)(process.execPath, args, { env })).stdout;
    },
    destroy: async (): Promise<void> => {
      for (const service of SERVICES_WITH_DATABASE)
        await client.db(`inner_weather_${service}`).dropDatabase();
    },
    close: async (): Promise<void> => {
      await client.close();
      forward.kill();
    },
  };
}

async function secret(key: string): Promise<string> {
  const secrets = await list('secrets');
  const bundledSecret = secrets.find(({ metadata }) => metadata.name === `${RELEASE}-bundled`);
  return Buffer.from(bundledSecret?.data?.[key] ?? '', 'base64').toString();
}

const hasUsers = async () => new URL(await secret('mongo-url-auth')).username !== '';
const passwordOfRoot = () => secret('mongodb-root');
