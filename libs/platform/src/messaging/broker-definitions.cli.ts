import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { brokerDefinitions } from './broker-definitions.js';

/* Writes what RabbitMQ imports at its start: the topology, and what each service may do with it. */

const FOLDER = new URL('../../../../deploy/broker/', import.meta.url);

mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL('definitions.json', FOLDER), `${JSON.stringify(await brokerDefinitions(), null, 2)}\n`);
