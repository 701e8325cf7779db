import 'reflect-metadata';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { readConfig } from './config.js';
import { ENTRIES_COLLECTION, SEALED_FIELDS } from './entries/entry.schema.js';

const ENCRYPTED = SEALED_FIELDS.map((field) => ({ collection: ENTRIES_COLLECTION, field }));

process.exitCode = await runKeysCommand('journal', readConfig(), ENCRYPTED, process.argv.slice(2));
