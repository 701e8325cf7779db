import 'reflect-metadata';
import { parseConfig } from '@inner-weather/platform/config';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { AuthConfig } from './config.js';

process.exitCode = await runKeysCommand('auth', parseConfig(AuthConfig), process.argv.slice(2));
