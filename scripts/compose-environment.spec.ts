import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AuthConfig } from '../services/auth/src/config.js';
import { GatewayConfig } from '../services/gateway/src/config.js';
import { InsightsConfig } from '../services/insights/src/config.js';
import { JournalConfig } from '../services/journal/src/config.js';
import { WeatherConfig } from '../services/weather/src/config.js';

const COMPOSE = readFileSync(resolve(import.meta.dirname, '../docker-compose.yml'), 'utf8');

/** What the image sets, and what nobody needs to change here. */
const FIXED = ['ADMIN_HOST', 'ADMIN_PORT', 'HOST', 'PORT', 'WEB_DIST', 'MONGO_DB'];

/** What is indented below a line, with what is merged into it from elsewhere in the file. */
function blockBelow(line: string): string {
  const [, , block = ''] = new RegExp(`^( *)${line}\\n((?:\\1 .*\\n|\\n)*)`, 'm').exec(COMPOSE) ?? [];
  const merged = Array.from(block.matchAll(/<<: \*([\w-]+)/g), ([, anchor = '']) =>
    blockBelow(`x-[\\w-]+: &${anchor}`),
  );
  return [block, ...merged].join('\n');
}

describe('docker-compose.yml', () => {
  it.each([
    ['auth', AuthConfig],
    ['gateway', GatewayConfig],
    ['insights', InsightsConfig],
    ['journal', JournalConfig],
    ['weather', WeatherConfig],
  ])('hands every variable that %s reads on to it', (service, config) => {
    const block = blockBelow(`${service}:`);
    const variables = Object.keys(new config() as object).filter((name) => !FIXED.includes(name));
    const given = variables.filter(
      (name) =>
        block.includes(`${name}: \${${name}:-}`) || new RegExp(`\\b${name}(_FILE)?: /run/`).test(block),
    );
    expect(variables.length).toBeGreaterThan(5);
    expect(given).toEqual(variables);
  });
});
