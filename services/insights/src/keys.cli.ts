import 'reflect-metadata';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { readConfig } from './config.js';
import { SEALED_FIELDS } from './jobs/job.schema.js';

const ENCRYPTED = SEALED_FIELDS.map((field) => ({ collection: 'jobs', field }));

process.exitCode = await runKeysCommand('insights', readConfig(), ENCRYPTED, process.argv.slice(2));
