import 'reflect-metadata';
import { parseConfig } from '@inner-weather/platform/config';
import { runKeysCommand } from '@inner-weather/platform/encryption/keys-command';
import { InsightsConfig } from './config.js';

process.exitCode = await runKeysCommand('insights', parseConfig(InsightsConfig), process.argv.slice(2));
