import 'reflect-metadata';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { readConfig } from './config.js';

process.exitCode = await runKeysCommand('reminders', readConfig(), process.argv.slice(2));
