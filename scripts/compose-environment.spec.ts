import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceConfigs } from './services/configs.js';

const COMPOSE = readFileSync(resolve(import.meta.dirname, '../docker-compose.yml'), 'utf8');

/**
 * Variables that the image sets, and those that no operator needs to change: Compose brings its own database, in which
 * each service may use only the one with the usual name.
 */
const FIXED = [
  ...['ADMIN_HOST', 'ADMIN_PORT', 'HOST', 'PORT', 'WEB_DIST'],
  ...['MONGO_DB', 'MONGO_DATABASE_PREFIX'],
];

/** What is indented below a line, with what is merged into it from elsewhere in the file. */
function blockBelow(line: string): string {
  const [, , block = ''] = new RegExp(`^( *)${line}\\n((?:\\1 .*\\n|\\n)*)`, 'm').exec(COMPOSE) ?? [];
  const merged = Array.from(block.matchAll(/<<: \*([\w-]+)/g), ([, anchor = '']) =>
    blockBelow(`x-[\\w-]+: &${anchor}`),
  );
  return [block, ...merged].join('\n');
}

const configs = await serviceConfigs();

describe('docker-compose.yml', () => {
  it.each(configs)('hands every variable that %s reads on to it', (service, config) => {
    const block = blockBelow(`${service}:`);
    const variables = Object.keys(new config()).filter((name) => !FIXED.includes(name));
    const given = variables.filter(
      (name) =>
        block.includes(`${name}: \${${name}:-}`) || new RegExp(`\\b${name}(_FILE)?: /run/`).test(block),
    );
    expect(variables.length).toBeGreaterThan(5);
    expect(given).toEqual(variables);
  });

  it.each(configs)('lets %s trust the authorities of the house', (service) => {
    const block = blockBelow(`${service}:`);
    expect(block).toContain('- *authorities');
    expect(block).toContain('NODE_EXTRA_CA_CERTS: ${TRUSTED_AUTHORITIES:+/run/authorities.pem}');
  });
});
