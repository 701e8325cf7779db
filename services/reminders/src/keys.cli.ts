import 'reflect-metadata';
import { parseConfig } from '@inner-weather/platform/config';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { RemindersConfig } from './config.js';

process.exitCode = await runKeysCommand('reminders', parseConfig(RemindersConfig), process.argv.slice(2));
