import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@inner-weather/platform/config';
import { GatewayConfig } from '../config.js';
import { createApp } from '../http-app.js';
import { buildDocument } from './document.js';

/*
 * Writes services/gateway/openapi.json. Needs no broker and no database, because the application is built but not
 * started.
 */

const FILE = new URL('../../openapi.json', import.meta.url);

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-openapi-'));
  try {
    const keys = join(folder, 'public.pem');
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(keys, publicKey.export({ type: 'spki', format: 'pem' }));
    const config = parseConfig(GatewayConfig, {
      AMQP_URL: 'amqp://127.0.0.1',
      JWT_PUBLIC_KEYS_FILE: keys,
      LOG_LEVEL: 'silent',
    });
    const app = await createApp(config);
    return `${JSON.stringify(buildDocument(app), null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

writeFileSync(FILE, await build());
