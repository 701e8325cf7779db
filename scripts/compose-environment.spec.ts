import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { GIVEN } from '../deploy/compose/given.mjs';
import { serviceConfigs } from './services/configs.js';

interface Service {
  environment: Record<string, string>;
  depends_on?: Record<string, object>;
  volumes?: (string | { volume?: { subpath?: string } })[];
}

const COMPOSE = readFileSync(resolve(import.meta.dirname, '../docker-compose.yml'), 'utf8');

/**
 * Variables that the image sets, and those that no operator needs to change: Compose brings its own database, in which
 * each service may use only the one with the usual name.
 */
const FIXED = [
  ...['ADMIN_HOST', 'ADMIN_PORT', 'HOST', 'PORT', 'WEB_DIST'],
  ...['MONGO_DB', 'MONGO_DATABASE_PREFIX'],
  ...['PHOTOS_DIR', 'PHOTOS_HOST', 'PHOTOS_PORT'],
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

  const { services } = parse(COMPOSE, { merge: true }) as { services: Record<string, Service> };

  it.each(GIVEN)('hands the file of $variable to $service, by way of the secrets', (given) => {
    const { variable, service, name } = given;
    const seen = `\${${variable}:+/run/inner-weather/${name}}`;
    expect(services[service]?.environment[variable]).toBe(seen);
    expect(services.secrets?.environment[variable]).toBe(`\${${variable}:-}`);
    const file = { type: 'bind', source: `\${${variable}:-/dev/null}`, target: `/given/${name}` };
    expect(services.secrets?.volumes).toContainEqual({ ...file, read_only: true });
  });

  it('starts nothing that is handed secrets before it is known that each service sees its own only', () => {
    const waits = (name: string): boolean =>
      name === 'subpath' || Object.keys(services[name]?.depends_on ?? {}).some(waits);
    const handed = Object.entries(services).filter(([, { volumes = [] }]) =>
      volumes.some((volume) => typeof volume === 'object' && volume.volume?.subpath),
    );
    expect(handed.length).toBeGreaterThan(8);
    // A backup sees the keys in any case.
    expect(handed.map(([name]) => name).filter((name) => !waits(name))).toEqual(['backup']);
  });
});
