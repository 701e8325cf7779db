import 'reflect-metadata';
import { parseConfig } from '@inner-weather/platform/config';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { JournalConfig } from './config.js';

process.exitCode = await runKeysCommand('journal', parseConfig(JournalConfig), process.argv.slice(2));
