import 'reflect-metadata';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { readConfig } from './config.js';

const ENCRYPTED = [{ collection: 'entries', field: 'content' }];

process.exitCode = await runKeysCommand('journal', readConfig(), ENCRYPTED, process.argv.slice(2));
