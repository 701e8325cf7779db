import 'reflect-metadata';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { readConfig } from './config.js';

const ENCRYPTED = [{ collection: 'jobs', field: 'text' }];

process.exitCode = await runKeysCommand('insights', readConfig(), ENCRYPTED, process.argv.slice(2));
