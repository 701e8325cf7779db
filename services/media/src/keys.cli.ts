import 'reflect-metadata';
import { parseConfig } from '@inner-weather/platform/config';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { MediaConfig } from './config.js';

process.exitCode = await runKeysCommand('media', parseConfig(MediaConfig), process.argv.slice(2));
