import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { brokerDefinitions } from './broker-definitions.js';

/* Writes the definitions that RabbitMQ imports on start: the topology and the permissions of each service. */

const FOLDER = new URL('../../../../deploy/broker/', import.meta.url);

mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL('definitions.json', FOLDER), `${JSON.stringify(await brokerDefinitions(), null, 2)}\n`);
